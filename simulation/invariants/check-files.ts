import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportFileService } from '../../src/platform/ledger/files/import-file.service.js';
import { SettlementFilesQuery } from '../../src/platform/ledger/files/settlement-files.query.js';
import { type FileLine, settlementLines } from '../model/settlement-file.js';
import { TEST_PROVIDERS } from '../actors/test-providers.js';
import { BLIK_PROVIDERS, PROVIDERS } from '../actions/step.js';
import type { World } from '../world/world.js';

/** Number of lines in one database transaction. Small, so that the import of a file takes several transactions. */
const IMPORT_BATCH_SIZE = 5;
const FORMAT = {
  delimiter: ';',
  decimal: '.',
  referenceColumn: 'reference',
  amountColumn: 'amount',
  currencyColumn: 'currency',
  currency: 'PLN',
} as const;

/** Number of consecutive `PROVIDERS` that send a file in each episode. The first one is chosen at random. */
const PROVIDERS_PER_EPISODE = 4;

/** Providers send settlement files with mistakes. The gateway must report exactly the discrepancies that follow from these mistakes. */
export async function checkFiles(world: World): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'simulation-'));
  try {
    const firstIndex = world.random('files').integer(PROVIDERS.length);
    const providersInTurn = [...PROVIDERS, ...PROVIDERS].slice(firstIndex, firstIndex + PROVIDERS_PER_EPISODE);
    const blikProviders = BLIK_PROVIDERS.filter((provider) => settlementLines(world.model, provider).length > 0);
    const providersWithEqualLines = PROVIDERS.filter((provider) =>
      settlementLines(world.model, provider).some((line, _, lines) => hasEqualLine(line, lines)),
    );
    // Files with equal lines are always checked, because the gateway could easily match one line twice.
    for (const provider of new Set([...providersInTurn, ...blikProviders, ...providersWithEqualLines]))
      await checkFile(world, provider, join(folder, `${provider}.csv`));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function checkFile(world: World, provider: string, path: string): Promise<void> {
  // The ledger has the amounts of the callbacks. A false amount that was not corrected therefore differs from the correct file.
  const ledgerLines = settlementLines(world.model, provider, 'callbacks');
  const fileLines = withMistakes(world, provider, settlementLines(world.model, provider));
  await writeFile(path, ['reference;amount;currency', ...fileLines.map(formatLine), ''].join('\n'));
  const gateway = await world.process(0);
  const period = { from: world.clock.episodeStart, to: new Date(world.businessNow.getTime() + 1) };
  const file = { path, format: FORMAT, provider, ...period, test: TEST_PROVIDERS.includes(provider), author: 'ann' };
  const { id } = await gateway.get(ImportFileService).run(file, { batchSize: IMPORT_BATCH_SIZE });
  const reported = (await gateway.get(SettlementFilesQuery).discrepancies(id, '0', 10_000)).map(
    ({ kind, reference, ledgerMinor, fileMinor }) => `${kind} ${reference} ${fileMinor ?? ledgerMinor}`,
  );
  const expected = expectedDiscrepancies(ledgerLines, fileLines);
  if (reported.sort().join() !== expected.sort().join())
    world.found(
      'all file discrepancies are found',
      `${provider}: ${reported.join(', ') || 'nothing'} instead of ${expected.join(', ') || 'nothing'}`,
    );
}

/** Whether another line has the same reference and amount. */
function hasEqualLine(line: FileLine, lines: readonly FileLine[]): boolean {
  return lines.some((other) => other !== line && other.reference === line.reference && other.minor === line.minor);
}

/** The lines of the file: some correct lines are missing, repeated or have another amount, and some lines belong to no payment. */
function withMistakes(world: World, provider: string, correctLines: readonly FileLine[]): FileLine[] {
  const random = world.random('file', provider);
  const fileLines = correctLines.flatMap((line) => {
    switch (
      random.pickWeighted({ correct: 80, missing: hasEqualLine(line, correctLines) ? 40 : 5, repeated: 5, amount: 5, unmatched: 5 })
    ) {
      case 'correct':
        return [line];
      case 'missing':
        return [];
      case 'repeated':
        return [line, line];
      case 'amount':
        return [{ ...line, minor: line.minor * 2 }];
      case 'unmatched':
        return [line, { ...line, reference: `f${random.integer(1_000_000)}` }];
    }
  });
  return fileLines.length > 0 ? fileLines : [{ reference: `f-${provider}`, minor: 100, currency: 'PLN' }];
}

/**
 * The discrepancies that the gateway must report. First, lines with the same reference, amount and currency match. Then the other lines
 * with the same reference and direction are paired in order, as amount mismatches. A line of the file that is left is a duplicate if the
 * reference is known, or missing in the ledger. A line of the ledger that is left is missing in the file.
 */
function expectedDiscrepancies(ledgerLines: readonly FileLine[], fileLines: readonly FileLine[]): string[] {
  const hasSameDirection = (a: FileLine, b: FileLine): boolean => a.reference === b.reference && Math.sign(a.minor) === Math.sign(b.minor);
  const unmatchedLedgerLines = [...ledgerLines].sort((a, b) => a.minor - b.minor);
  const unmatchedFileLines = fileLines.filter((line) => {
    const ledgerIndex = unmatchedLedgerLines.findIndex(
      ({ reference, minor, currency }) => reference === line.reference && minor === line.minor && currency === line.currency,
    );
    if (ledgerIndex >= 0) unmatchedLedgerLines.splice(ledgerIndex, 1);
    return ledgerIndex < 0;
  });
  const fileDiscrepancies = unmatchedFileLines.map((line, index) => {
    const ledgerIndex = unmatchedLedgerLines.findIndex((ledgerLine) => hasSameDirection(ledgerLine, line));
    if (ledgerIndex >= 0) unmatchedLedgerLines.splice(ledgerIndex, 1);
    const isRepeated =
      ledgerLines.some((ledgerLine) => hasSameDirection(ledgerLine, line)) ||
      unmatchedFileLines.slice(0, index).some((earlier) => hasSameDirection(earlier, line));
    return `${ledgerIndex >= 0 ? 'amount' : isRepeated ? 'twice' : 'missing_here'} ${line.reference} ${line.minor}`;
  });
  return [...fileDiscrepancies, ...unmatchedLedgerLines.map(({ reference, minor }) => `missing_there ${reference} ${minor}`)];
}

function formatLine({ reference, minor, currency }: FileLine): string {
  return `${reference};${(minor / 100).toFixed(2)};${currency}`;
}
