import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportFileService } from '../../src/platform/ledger/files/import-file.service.js';
import { SettlementFilesQuery } from '../../src/platform/ledger/files/settlement-files.query.js';
import { type FileLine, settlementLines } from '../model/settlement-file.js';
import { TEST_PROVIDERS } from '../actors/test-providers.js';
import { BLIK_PROVIDERS, PROVIDERS } from '../actions/step.js';
import type { World } from '../world/world.js';

/** Small, so that a file takes several transactions. */
const BATCH = 5;
const FORMAT = {
  delimiter: ';',
  decimal: '.',
  referenceColumn: 'reference',
  amountColumn: 'amount',
  currencyColumn: 'currency',
  currency: 'PLN',
} as const;

/** How many providers send a file in any case; each episode begins with another provider. */
const FILES = 4;

/** Parties send settlement files with mistakes in them; the gateway must find exactly those. */
export async function checkFiles(world: World): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'simulation-'));
  try {
    const first = world.random('files').number(PROVIDERS.length);
    const inTurn = [...PROVIDERS, ...PROVIDERS].slice(first, first + FILES);
    const blik = BLIK_PROVIDERS.filter((provider) => settlementLines(world.model, provider).length > 0);
    const withTwins = PROVIDERS.filter((provider) => settlementLines(world.model, provider).some((line, _, lines) => hasTwin(line, lines)));
    for (const provider of new Set([...inTurn, ...blik, ...withTwins])) await checkFile(world, provider, join(folder, `${provider}.csv`));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function checkFile(world: World, provider: string, path: string): Promise<void> {
  // The gateway compares with what the provider has reported. Where that was wrong and was never corrected, the file tells the truth.
  const right = settlementLines(world.model, provider, 'callbacks');
  const lines = withMistakes(world, provider, settlementLines(world.model, provider));
  await writeFile(path, ['reference;amount;currency', ...lines.map(textOf), ''].join('\n'));
  const gateway = await world.process(0);
  const period = { from: world.clock.begun, to: new Date(world.businessNow.getTime() + 1) };
  const file = { path, format: FORMAT, provider, ...period, test: TEST_PROVIDERS.includes(provider), author: 'ann' };
  const { id } = await gateway.get(ImportFileService).run(file, { batchSize: BATCH });
  const found = (await gateway.get(SettlementFilesQuery).discrepancies(id, '0', 10_000)).map(
    ({ kind, reference, ledgerMinor, fileMinor }) => `${kind} ${reference} ${fileMinor ?? ledgerMinor}`,
  );
  const expected = discrepancies(right, lines);
  if (found.sort().join() !== expected.sort().join())
    world.found(
      'files are compared to the grosz',
      `${provider}: ${found.join(', ') || 'nothing'} instead of ${expected.join(', ') || 'nothing'}`,
    );
}

/** Of two equal parts of a payment, one is easily overlooked. */
function hasTwin(line: FileLine, lines: readonly FileLine[]): boolean {
  return lines.some((other) => other !== line && other.reference === line.reference && other.minor === line.minor);
}

/** Lines that are missing, repeated, of another amount, or of an unknown payment. */
function withMistakes(world: World, provider: string, right: readonly FileLine[]): FileLine[] {
  const random = world.random('file', provider);
  const lines = right.flatMap((line) => {
    switch (random.weighed({ right: 80, missing: hasTwin(line, right) ? 40 : 5, twice: 5, amount: 5, foreign: 5 })) {
      case 'right':
        return [line];
      case 'missing':
        return [];
      case 'twice':
        return [line, line];
      case 'amount':
        return [{ ...line, minor: line.minor * 2 }];
      case 'foreign':
        return [line, { ...line, reference: `f${random.number(1_000_000)}` }];
    }
  });
  return lines.length > 0 ? lines : [{ reference: `f-${provider}`, minor: 100, currency: 'PLN' }];
}

/**
 * The expected differences. A line matches a right one of its reference and amount. Of the others, lines of one reference and one
 * direction are paired in order, as wrong amounts. What is left is missing, surplus or unknown.
 */
function discrepancies(right: readonly FileLine[], lines: readonly FileLine[]): string[] {
  const isOf = (one: FileLine, other: FileLine): boolean =>
    one.reference === other.reference && Math.sign(one.minor) === Math.sign(other.minor);
  const unsaid = [...right].sort((a, b) => a.minor - b.minor);
  const wrong = lines.filter((line) => {
    const same = unsaid.findIndex(
      ({ reference, minor, currency }) => reference === line.reference && minor === line.minor && currency === line.currency,
    );
    if (same >= 0) unsaid.splice(same, 1);
    return same < 0;
  });
  const told = wrong.map((line, index) => {
    const meant = unsaid.findIndex((known) => isOf(known, line));
    if (meant >= 0) unsaid.splice(meant, 1);
    const isKnown = right.some((known) => isOf(known, line)) || wrong.slice(0, index).some((earlier) => isOf(earlier, line));
    return `${meant >= 0 ? 'amount' : isKnown ? 'twice' : 'missing_here'} ${line.reference} ${line.minor}`;
  });
  return [...told, ...unsaid.map(({ reference, minor }) => `missing_there ${reference} ${minor}`)];
}

function textOf({ reference, minor, currency }: FileLine): string {
  return `${reference};${(minor / 100).toFixed(2)};${currency}`;
}
