import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportFileService, type ImportResult, type SettlementFile } from '../../src/platform/ledger/files/import-file.service.js';
import { SettlementFilesQuery } from '../../src/platform/ledger/files/settlement-files.query.js';
import { partsOf } from '../support/parts.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { balancedEntry, LedgerWorld, entryOfSale } from './ledger-world.js';

const FROM = new Date('2026-03-01T00:00:00Z');
const TO = new Date('2026-04-01T00:00:00Z');

/** Joins the postings of an entry on the provider's clearing account. */
const JOIN_CLEARING_POSTING = `
  JOIN ledger_posting p ON p.entry_id = e.id JOIN ledger_account a ON a.id = p.account_id AND a.kind = 'platform:clearing:' || $1 AND a.test = $2`;

let folder: string;
let world: LedgerWorld;
let partner: string;
let imports: ImportFileService;
let files: SettlementFilesQuery;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settlement-'));
  world = await LedgerWorld.open();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.close();
});
beforeEach(async () => {
  world = await world.withoutRows();
  partner = await world.partner();
  // Two products, each with its own kind of entries.
  const products = ['sale', 'test'].map((kind) => ({
    settlementSources: [
      {
        providers: ['orange'],
        lookup: `
        SELECT l.reference AS named, '{}'::uuid[] AS own, ARRAY[l.reference] AS names, p.amount_minor, p.currency, 1::bigint AS nth
        FROM line l JOIN ledger_entry e ON e.reference = l.reference AND e.kind = '${kind}' ${JOIN_CLEARING_POSTING}`,
        ofEntries: `SELECT e.id, '{}'::uuid[] AS own, ARRAY[e.reference COLLATE "default"] AS names, p.amount_minor, p.currency, 1::bigint AS nth FROM entry e ${JOIN_CLEARING_POSTING} WHERE e.kind = '${kind}'`,
      },
    ],
  }));
  imports = new ImportFileService(world.dataSource, { now: () => world.now }, partsOf(...products));
  files = new SettlementFilesQuery(world.dataSource);
});

const writeCsv = async (lines: readonly string[], name = 'orange.csv'): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, `reference,amount\n${lines.map((line) => `${line}\n`).join('')}`);
  return path;
};
const fileOf = (path: string, change: Partial<SettlementFile> = {}): SettlementFile => ({
  path,
  format: { delimiter: ',', decimal: '.', referenceColumn: 'reference', amountColumn: 'amount', currencyColumn: null, currency: 'PLN' },
  provider: 'orange',
  from: FROM,
  to: TO,
  test: false,
  author: 'Anna',
  ...change,
});
/** Each import of these tests takes fewer steps. An import that reaches this limit does not end. */
const MAX_STEPS = 100;
const run = (file: SettlementFile, { onProgress, batchSize }: Parameters<ImportFileService['run']>[1] = {}): Promise<ImportResult> => {
  let steps = 0;
  const countStep = (share: number): void => {
    if ((steps += 1) > MAX_STEPS) throw new Error('the import does not end');
    onProgress?.(share);
  };
  return imports.run(file, { onProgress: countStep, ...(batchSize && { batchSize }) });
};
const sell = (reference: string, sale: Parameters<typeof entryOfSale>[1] = {}): Promise<boolean> =>
  world.post(entryOfSale(partner, { reference, ...sale }));
/** Returns each discrepancy as an array: kind, line in the file, reference, minor units in the ledger and in the file, currency. */
const discrepanciesOf = async ({ id }: ImportResult): Promise<unknown[][]> =>
  (await files.discrepancies(id, '0', 1000)).map(({ kind, atLine, reference, ledgerMinor, fileMinor, currency }) => [
    kind,
    atLine,
    reference,
    ledgerMinor,
    fileMinor,
    currency,
  ]);

describe('importing a settlement file', () => {
  it('finds no discrepancy when the file equals the ledger', async () => {
    await sell('a');
    await sell('b');
    const result = await imports.run(fileOf(await writeCsv(['a,6.15', 'b,6.15'])));
    expect(result).toEqual({ id: expect.any(String), repeated: false, lines: 2 });
    expect(await discrepanciesOf(result)).toEqual([]);
  });

  it.each([1, 2, 3, 100])('finds each discrepancy once, in batches of %i', async (batchSize) => {
    for (const reference of ['good', 'other', 'twice', 'absent', 'absent-too']) await sell(reference);
    const reversalPostings = [
      { account: 'platform:clearing:orange' as const, currency: 'PLN', amountMinor: -200 },
      { account: 'platform:suspense' as const, currency: 'PLN', amountMinor: 200 },
    ];
    await world.post({ ...balancedEntry([], 'taken-back'), postings: reversalPostings });
    const lines = [
      'good,6.15',
      'other,6.16',
      'stranger,1.00',
      'twice,6.15',
      'twice,6.15',
      'twice,-6.15',
      'taken-back,-2.00',
      'taken-back,2.00',
    ];
    const result = await run(fileOf(await writeCsv(lines)), { batchSize });
    expect(result.lines).toBe(8);
    expect(await discrepanciesOf(result)).toEqual([
      ['amount', 3, 'other', 615, 616, 'PLN'],
      ['missing_here', 4, 'stranger', null, 100, 'PLN'],
      ['twice', 6, 'twice', 615, 615, 'PLN'],
      ['missing_here', 7, 'twice', null, -615, 'PLN'],
      ['missing_here', 9, 'taken-back', null, 200, 'PLN'],
      ['missing_there', null, 'absent', 615, null, 'PLN'],
      ['missing_there', null, 'absent-too', 615, null, 'PLN'],
    ]);
    expect(await files.countByKind(result.id)).toEqual([
      { kind: 'amount', discrepancies: 1 },
      { kind: 'missing_here', discrepancies: 3 },
      { kind: 'missing_there', discrepancies: 2 },
      { kind: 'twice', discrepancies: 1 },
    ]);
  });

  it('reports as missing only entries of the file’s period, provider and kind of money', async () => {
    await sell('before', { occurredAt: new Date(FROM.getTime() - 1) });
    await sell('first', { occurredAt: FROM });
    await sell('last', { occurredAt: new Date(TO.getTime() - 1) });
    await sell('after', { occurredAt: TO });
    await sell('of-play', { clearing: 'play' });
    await sell('in-test', { test: true });
    const path = await writeCsv(['stranger,1.00']);
    const missing = async (batchSize: number, change: Partial<SettlementFile> = {}): Promise<unknown[]> => {
      await writeFile(path, `reference,amount\nstranger,1.0${batchSize}\n`);
      const discrepancies = await discrepanciesOf(await run(fileOf(path, change), { batchSize }));
      return discrepancies.filter(([kind]) => kind === 'missing_there').map(([, , reference]) => reference);
    };
    for (const batchSize of [1, 2, 3]) expect(await missing(batchSize)).toEqual(['first', 'last']);
    expect(await missing(4, { test: true })).toEqual(['in-test']);
  });

  it('matches no line of a provider that no product names', async () => {
    await sell('a', { clearing: 'stranger' });
    const result = await run(fileOf(await writeCsv(['a,6.15', 'b,1.00']), { provider: 'nobody' }));
    expect((await discrepanciesOf(result)).map(([kind, , reference]) => [kind, reference])).toEqual([
      ['missing_here', 'a'],
      ['missing_here', 'b'],
    ]);
  });

  it('reports its progress: a third each for reading, loading and comparing', async () => {
    const shares: number[] = [];
    const path = await writeCsv(['a,6.15', 'b,6.15', 'c,6.15', 'd,6.15']);
    await run(fileOf(path), { batchSize: 2, onProgress: (share) => shares.push(Math.round(share * 60)) });
    expect(shares).toEqual([20, 20, 30, 40, 50, 60, 60]);
  });

  it('compares a file once, and only for one provider, period and kind of money', async () => {
    await sell('a');
    const path = await writeCsv(['a,6.14']);
    const first = await run(fileOf(path));
    expect(await run(fileOf(await writeCsv(['a,6.14'], 'again.csv'), { author: 'Ben' }))).toEqual({ ...first, repeated: true });
    expect(await discrepanciesOf(first)).toHaveLength(1);
    for (const change of [{ provider: 'play' }, { from: new Date(FROM.getTime() + 1) }, { to: new Date(TO.getTime() - 1) }, { test: true }])
      await expect(run(fileOf(path, change))).rejects.toMatchObject({
        name: 'FileAlreadyImportedError',
        message:
          'The file orange.csv was already imported for another provider, period or kind of money. To see its import, run: settlement files',
      });
  });

  it('compares a file once when it is imported ten times concurrently', async () => {
    for (const reference of times(6, (n) => `sold-${n}`)) await sell(reference);
    const path = await writeCsv(['sold-0,6.15', 'sold-1,6.16', 'stranger,1.00', 'sold-1,6.16']);
    const results = await Promise.all(times(10, () => run(fileOf(path), { batchSize: 2 })));
    expect(new Set(results.map(({ id }) => id)).size).toBe(1);
    expect((await discrepanciesOf(results[0] as ImportResult)).map(([kind]) => kind).sort()).toEqual(
      ['amount', 'missing_here', 'twice', ...times(4, () => 'missing_there')].sort(),
    );
    expect(await world.count('settlement_file_line')).toBe(4);
  });

  it('continues where it stopped, in any state', async () => {
    for (const reference of times(5, (n) => `sold-${n}`)) await sell(reference);
    const path = await writeCsv(['sold-0,6.15', 'sold-1,6.16', 'stranger,1.00', 'sold-1,6.16', 'other-stranger,1.00']);
    const states: string[] = [];
    let reached = 1 / 3; // the first reading is a third of the progress, and each run repeats it
    let result: ImportResult | undefined;
    while (!result) {
      const onProgress = (share: number): void => {
        if (share <= reached && share < 1) return;
        reached = share;
        throw new Error('stopped');
      };
      result = await run(fileOf(path), { batchSize: 2, onProgress }).catch((error: Error) => {
        expect(error.message).toBe('stopped');
        return undefined;
      });
      for (const { state } of await files.list(1)) states.push(state);
    }
    const EXPECTED_STATES = ['loading', 'loading', 'loading', 'matching', 'matching', 'walking', 'walking', 'walking', 'done', 'done'];
    expect([states, result.repeated]).toEqual([EXPECTED_STATES, true]);
    expect((await discrepanciesOf(result)).map(([kind, , reference]) => [kind, reference])).toEqual([
      ['amount', 'sold-1'],
      ['missing_here', 'stranger'],
      ['twice', 'sold-1'],
      ['missing_here', 'other-stranger'],
      ['missing_there', 'sold-2'],
      ['missing_there', 'sold-3'],
      ['missing_there', 'sold-4'],
    ]);
  });

  it.each([
    ['other lines', 3, 'a,1.00\nb,7.00\nc,1.00\n'],
    ['fewer lines', 1, 'a,1.00\nb,1.00\n'],
    ['more lines', 5, 'a,1.00\nb,1.00\nc,1.00\nd,1.00\n'],
  ])('rejects a file that has %s at the second reading, and continues when the file is restored', async (_, changedLine, changedLines) => {
    const lines = ['a,1.00', 'b,1.00', 'c,1.00'];
    const path = await writeCsv(lines);
    // A new file replaces the file. The current reading continues with the old file, so only the second reading sees the change.
    const onProgress = (): void => {
      writeFileSync(`${path}.new`, `reference,amount\n${changedLines}`);
      renameSync(`${path}.new`, path);
    };
    const rejected = run(fileOf(path), { batchSize: 1, onProgress });
    const message = `Line ${changedLine}: the file was changed while it was read. The file was not imported.`;
    await expect(rejected).rejects.toMatchObject({ name: 'InvalidFileError', message });
    expect(await files.list(10)).toMatchObject([{ state: 'loading', lines: 3, discrepancies: 0 }]);
    await writeCsv(lines);
    expect(await discrepanciesOf(await run(fileOf(path), { batchSize: 2 }))).toEqual([
      ['missing_here', 2, 'a', null, 100, 'PLN'],
      ['missing_here', 3, 'b', null, 100, 'PLN'],
      ['missing_here', 4, 'c', null, 100, 'PLN'],
    ]);
  });

  it.each([
    ['loading', 0.5],
    ['matching', 0.8],
    ['walking', 1],
  ])('does each step once when two processes continue it from the state %s concurrently', async (state, share) => {
    for (const reference of ['a', 'b']) await sell(reference);
    const path = await writeCsv(['stranger,1.00', 'other-stranger,1.00', 'last-stranger,1.00']);
    const onProgress = (currentShare: number): void => {
      if (currentShare >= share) throw new Error('stopped');
    };
    await expect(run(fileOf(path), { batchSize: 1, onProgress })).rejects.toThrow('stopped');
    expect(await files.list(1)).toMatchObject([{ state }]);
    const blocker = await world.login('superuser');
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM settlement_file FOR UPDATE');
    const runs = times(2, () => run(fileOf(path), { batchSize: 1 }));
    const waiting = (): Promise<number> => world.count("pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
    await until(waiting, (n) => n === 2);
    await blocker.query('COMMIT');
    const [result] = await Promise.all(runs);
    expect((await discrepanciesOf(result as ImportResult)).map(([kind, , reference]) => [kind, reference])).toEqual([
      ['missing_here', 'stranger'],
      ['missing_here', 'other-stranger'],
      ['missing_here', 'last-stranger'],
      ['missing_there', 'a'],
      ['missing_there', 'b'],
    ]);
  });

  it('stores nothing of a file with an invalid line', async () => {
    await expect(run(fileOf(await writeCsv(['a,1.00', 'b,1'])), { batchSize: 1 })).rejects.toThrow('The file was not imported');
    expect([await world.count('settlement_file'), await world.count('settlement_file_line')]).toEqual([0, 0]);
  });
});

describe('imported settlement files', () => {
  const importFile = async (name: string, line: string, change: Partial<SettlementFile> = {}): Promise<ImportResult> => {
    world.now = new Date(world.now.getTime() + 1_000);
    return run(fileOf(await writeCsv([line], name), change));
  };

  it('are listed, newest first', async () => {
    const first = await importFile('first.csv', 'a,1.00');
    const second = await importFile('second.csv', 'b,1.00', { provider: 'play', test: true, author: 'Ben' });
    const digest = (line: string): string => createHash('sha256').update(`reference,amount\n${line}\n`).digest('hex');
    const common = { from: FROM, to: TO, state: 'done', lines: 1, discrepancies: 1 };
    const newer = {
      ...common,
      id: second.id,
      name: 'second.csv',
      digest: digest('b,1.00'),
      provider: 'play',
      test: true,
      author: 'Ben',
      createdAt: world.now,
    };
    const createdAt = new Date(world.now.getTime() - 1_000);
    const older = {
      ...common,
      id: first.id,
      name: 'first.csv',
      digest: digest('a,1.00'),
      provider: 'orange',
      test: false,
      author: 'Anna',
      createdAt,
    };
    expect(await files.list(10)).toEqual([newer, older]);
    expect(await files.list(1)).toEqual([newer]);
    expect([await files.exists(first.id), await files.exists(partner)]).toEqual([true, false]);
  });

  it('return their discrepancies in pages, each file its own', async () => {
    await importFile('other.csv', 'other,1.00');
    const { id } = await run(fileOf(await writeCsv(['a,1.00', 'b,-2.00', 'c,3.00'])));
    const [first, second, ...rest] = await files.discrepancies(id, '0', 2);
    expect([first, second, rest]).toEqual([
      { id: expect.any(String), kind: 'missing_here', atLine: 2, reference: 'a', ledgerMinor: null, fileMinor: 100, currency: 'PLN' },
      expect.objectContaining({ reference: 'b', fileMinor: -200 }),
      [],
    ]);
    expect(await files.discrepancies(id, second?.id ?? '', 2)).toMatchObject([{ reference: 'c', fileMinor: 300 }]);
    expect((await files.discrepancies(id, '0', 3)).map(({ reference }) => reference)).toEqual(['a', 'b', 'c']);
  });

  it('return the unmatched lines of all files whose period ends after a time', async () => {
    await importFile('first.csv', 'a,1.00');
    const importedAt = world.now;
    await sell('other');
    await importFile('second.csv', 'other,-2.00', { from: TO, to: new Date('2026-05-01T00:00:00Z'), provider: 'play' });
    const first = { importedAt, provider: 'orange', reference: 'a', amountMinor: 100, currency: 'PLN' };
    const second = { importedAt: world.now, provider: 'play', reference: 'other', amountMinor: -200, currency: 'PLN' };
    expect(await files.listUnmatchedLines(FROM)).toEqual([first, second]);
    expect(await files.listUnmatchedLines(TO)).toEqual([second]);
  });
});
