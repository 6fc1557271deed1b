import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { RealSystemClock } from '../../common/time/clocks.js';
import { TokenUsage } from './token-usage.js';

type Written = [id: string, address: string];

/** Token uses with a database that records what each statement wrote; a test decides what happens during one. */
function startUses() {
  const statements: Written[][] = [];
  const log: { level: number; msg: string; err: { message: string } }[] = [];
  const database = { during: (): void => undefined };
  const query = (_: string, [ids, times, addresses]: [string[], Date[], string[]]): Promise<void> => {
    database.during();
    expect(times).toEqual(ids.map(() => expect.any(Date)));
    statements.push(ids.map((id, index) => [id, addresses[index] ?? '?']));
    return Promise.resolve();
  };
  const uses = new TokenUsage(
    { query } as unknown as DataSource,
    new RealSystemClock(),
    pino({}, { write: (line: string) => void log.push(JSON.parse(line) as (typeof log)[number]) }),
  );
  return { uses, statements, log, database };
}
const down = (): never => {
  throw new Error('no database');
};

describe('the uses of tokens', () => {
  it('are not lost while the database is away, which is told', async () => {
    const { uses, statements, log, database } = startUses();
    database.during = down;
    uses.note('a', '203.0.113.7');
    await uses.write();
    expect(log).toMatchObject([{ level: 40, err: { message: 'no database' }, msg: expect.stringContaining('could not be written') }]);
    database.during = () => undefined;
    await uses.write();
    expect(statements).toEqual([[['a', '203.0.113.7']]]);
  });

  it('that come while those before them cannot be written take their place', async () => {
    const { uses, statements, database } = startUses();
    uses.note('a', '203.0.113.7');
    uses.note('b', '203.0.113.7');
    database.during = () => {
      uses.note('a', '203.0.113.8');
      down();
    };
    await uses.write();
    database.during = () => undefined;
    await uses.write();
    expect(statements.map((written) => Object.fromEntries(written))).toEqual([{ a: '203.0.113.8', b: '203.0.113.7' }]);
  });

  it('are written once each: after a failure only those that are left', async () => {
    const { uses, statements, database } = startUses();
    const ids = Array.from({ length: 1_500 }, (_, index) => `token ${index}`);
    for (const id of ids) uses.note(id, '203.0.113.7');
    database.during = () => {
      if (statements.length === 1) down();
    };
    await uses.write();
    expect(statements.map(({ length }) => length)).toEqual([1_000]);
    database.during = () => undefined;
    await uses.write();
    await uses.write();
    const written = statements.flat().map(([id]) => id);
    expect(written.sort()).toEqual(ids.sort());
  });

  it('are known of a caller who has gone before his address was read', async () => {
    const { uses, statements } = startUses();
    uses.note('a', undefined);
    await uses.write();
    expect(statements).toEqual([[['a', '']]]);
  });

  it('ask nothing of the database when there are none', async () => {
    const { uses, statements } = startUses();
    await uses.write();
    expect(statements).toEqual([]);
  });
});

describe('as time passes', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('uses are written by and by, and the rest when the process ends', async () => {
    const { uses, statements } = startUses();
    uses.onApplicationBootstrap();
    uses.note('a', '203.0.113.7');
    await jest.advanceTimersByTimeAsync(20_000);
    expect(statements).toEqual([[['a', '203.0.113.7']]]);
    uses.note('b', '203.0.113.7');
    await uses.onModuleDestroy();
    expect(statements.slice(1)).toEqual([[['b', '203.0.113.7']]]);
    uses.note('c', '203.0.113.7');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(statements).toHaveLength(2);
  });
});
