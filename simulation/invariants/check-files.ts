import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportFileService } from '../../src/platform/ledger/files/import-file.service.js';
import { SettlementFilesQuery } from '../../src/platform/ledger/files/settlement-files.query.js';
import { type FileLine, linesOfParty } from '../books/party-file.js';
import { TEST_PARTIES } from '../parties/test-parties.js';
import { BLIK_PARTIES, PARTIES } from '../acts/step.js';
import type { World } from '../world/world.js';

/** Few, so that a file takes several transactions. */
const BATCH = 5;
const FORMAT = {
  delimiter: ';',
  decimal: '.',
  referenceColumn: 'reference',
  amountColumn: 'amount',
  currencyColumn: 'currency',
  currency: 'PLN',
} as const;

/** How many of them do: one after the other, from another one in each episode. */
const FILES = 4;

/** Parties send files of what they have taken and given back, with mistakes in them; exactly those are to be found. */
export async function checkFiles(world: World): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'simulation-'));
  try {
    const first = world.dice('files').number(PARTIES.length);
    const blik = BLIK_PARTIES.filter((party) => linesOfParty(world.books, party).length > 0);
    for (const party of [...[...PARTIES, ...PARTIES].slice(first, first + FILES), ...blik])
      await checkFile(world, party, join(folder, `${party}.csv`));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function checkFile(world: World, party: string, path: string): Promise<void> {
  // Where it said another sum than it took, and that could not be put right, its file tells.
  const right = linesOfParty(world.books, party, 'its word');
  const lines = withMistakes(world, party, linesOfParty(world.books, party));
  await writeFile(path, ['reference;amount;currency', ...lines.map(textOf), ''].join('\n'));
  const gateway = await world.process(0);
  const period = { from: world.clock.begun, to: new Date(world.businessNow.getTime() + 1) };
  const file = { path, format: FORMAT, party, ...period, test: TEST_PARTIES.includes(party), author: 'ann' };
  const { id } = await gateway.get(ImportFileService).run(file, { batchSize: BATCH });
  const found = (await gateway.get(SettlementFilesQuery).differences(id, '0', 10_000)).map(
    ({ kind, reference, hereMinor, thereMinor }) => `${kind} ${reference} ${thereMinor ?? hereMinor}`,
  );
  const expected = differences(right, lines);
  if (found.sort().join() !== expected.sort().join())
    world.found(
      'files are compared to the grosz',
      `${party}: ${found.join(', ') || 'nothing'} instead of ${expected.join(', ') || 'nothing'}`,
    );
}

/** Left out, told twice, of another amount, of nobody's. */
function withMistakes(world: World, party: string, right: readonly FileLine[]): FileLine[] {
  const dice = world.dice('file', party);
  const lines = right.flatMap((line) => {
    switch (dice.weighed({ right: 80, missing: 5, twice: 5, amount: 5, foreign: 5 })) {
      case 'right':
        return [line];
      case 'missing':
        return [];
      case 'twice':
        return [line, line];
      case 'amount':
        return [{ ...line, minor: line.minor * 2 }];
      case 'foreign':
        return [line, { ...line, reference: `f${dice.number(1_000_000)}` }];
    }
  });
  return lines.length > 0 ? lines : [{ reference: `f-${party}`, minor: 100, currency: 'PLN' }];
}

/** By the books: a line is looked for among those of its name that go the same way. */
function differences(right: readonly FileLine[], lines: readonly FileLine[]): string[] {
  const ofSameName = (all: readonly FileLine[], { reference, minor }: FileLine): FileLine[] =>
    all.filter((other) => other.reference === reference && Math.sign(other.minor) === Math.sign(minor));
  const wrong = lines.flatMap((line, index) => {
    const known = ofSameName(right, line);
    const isRight = known.some(({ minor, currency }) => minor === line.minor && currency === line.currency);
    const kind =
      ofSameName(lines.slice(0, index), line).length > 0 ? 'twice' : known.length === 0 ? 'missing_here' : isRight ? null : 'amount';
    return kind === null ? [] : [`${kind} ${line.reference} ${line.minor}`];
  });
  const missing = right.filter((line) => ofSameName(lines, line).length === 0);
  return [...wrong, ...missing.map(({ reference, minor }) => `missing_there ${reference} ${minor}`)];
}

function textOf({ reference, minor, currency }: FileLine): string {
  return `${reference};${(minor / 100).toFixed(2)};${currency}`;
}
