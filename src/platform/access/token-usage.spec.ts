import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { RealSystemClock } from '../../common/time/clocks.js';
import { TokenUsage } from './token-usage.js';

type Written = [id: string, address: string];

/** TokenUsage with a database that records the rows of each statement. A test decides what happens during a statement. */
function startUsage() {
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

describe('token uses', () => {
  it('are kept while the database is not available, with a warning in the log', async () => {
    const { uses, statements, log, database } = startUsage();
    database.during = down;
    uses.note('a', '203.0.113.7');
    await uses.write();
    expect(log).toMatchObject([{ level: 40, err: { message: 'no database' }, msg: expect.stringContaining('Could not write') }]);
    database.during = () => undefined;
    await uses.write();
    expect(statements).toEqual([[['a', '203.0.113.7']]]);
  });

  it('replace older uses of the same token that could not be written', async () => {
    const { uses, statements, database } = startUsage();
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

  it('are written once each: after a failure only the remaining ones', async () => {
    const { uses, statements, database } = startUsage();
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

  it('are written without an address when the caller disconnected before its address was read', async () => {
    const { uses, statements } = startUsage();
    uses.note('a', undefined);
    await uses.write();
    expect(statements).toEqual([[['a', '']]]);
  });

  it('cause no statement when there are none', async () => {
    const { uses, statements } = startUsage();
    await uses.write();
    expect(statements).toEqual([]);
  });
});

describe('noted token uses', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('are written periodically, and once more when the process ends', async () => {
    const { uses, statements } = startUsage();
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
