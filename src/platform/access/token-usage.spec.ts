import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { RealSystemClock } from '../../common/time/clocks.js';
import { TokenUsage } from './token-usage.js';

type WrittenUse = [id: string, address: string];

/** TokenUsage with a database that records the rows of each statement. A test decides what happens during a statement. */
function startUsage() {
  const statements: WrittenUse[][] = [];
  const log: { level: number; msg: string; err: { message: string } }[] = [];
  const database = { during: (): void => undefined };
  const query = (_: string, [ids, times, addresses]: [string[], Date[], string[]]): Promise<void> => {
    database.during();
    expect(times).toEqual(ids.map(() => expect.any(Date)));
    statements.push(ids.map((id, index) => [id, addresses[index] ?? '?']));
    return Promise.resolve();
  };
  const usage = new TokenUsage(
    { query } as unknown as DataSource,
    new RealSystemClock(),
    pino({}, { write: (line: string) => void log.push(JSON.parse(line) as (typeof log)[number]) }),
  );
  return { usage, statements, log, database };
}
const failStatement = (): never => {
  throw new Error('no database');
};

describe('token uses', () => {
  it('stay in memory while the database is not available, with a warning in the log', async () => {
    const { usage, statements, log, database } = startUsage();
    database.during = failStatement;
    usage.note('a', '203.0.113.7');
    await usage.write();
    expect(log).toMatchObject([{ level: 40, err: { message: 'no database' }, msg: expect.stringContaining('Could not write') }]);
    database.during = () => undefined;
    await usage.write();
    expect(statements).toEqual([[['a', '203.0.113.7']]]);
  });

  it('replace older uses of the same token that could not be written', async () => {
    const { usage, statements, database } = startUsage();
    usage.note('a', '203.0.113.7');
    usage.note('b', '203.0.113.7');
    database.during = () => {
      usage.note('a', '203.0.113.8');
      failStatement();
    };
    await usage.write();
    database.during = () => undefined;
    await usage.write();
    expect(statements.map((written) => Object.fromEntries(written))).toEqual([{ a: '203.0.113.8', b: '203.0.113.7' }]);
  });

  it('are written once each: after a failure only the remaining ones', async () => {
    const { usage, statements, database } = startUsage();
    const ids = Array.from({ length: 1_500 }, (_, index) => `token ${index}`);
    for (const id of ids) usage.note(id, '203.0.113.7');
    database.during = () => {
      if (statements.length === 1) failStatement();
    };
    await usage.write();
    expect(statements.map(({ length }) => length)).toEqual([1_000]);
    database.during = () => undefined;
    await usage.write();
    await usage.write();
    const written = statements.flat().map(([id]) => id);
    expect(written.sort()).toEqual(ids.sort());
  });

  it('are written without an address when the caller disconnected before its address was read', async () => {
    const { usage, statements } = startUsage();
    usage.note('a', undefined);
    await usage.write();
    expect(statements).toEqual([[['a', '']]]);
  });

  it('cause no statement when there are none', async () => {
    const { usage, statements } = startUsage();
    await usage.write();
    expect(statements).toEqual([]);
  });
});

describe('noted token uses', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('are written periodically, and once more when the process ends', async () => {
    const { usage, statements } = startUsage();
    usage.onApplicationBootstrap();
    usage.note('a', '203.0.113.7');
    await jest.advanceTimersByTimeAsync(20_000); // uses are written every 15 seconds
    expect(statements).toEqual([[['a', '203.0.113.7']]]);
    usage.note('b', '203.0.113.7');
    await usage.onModuleDestroy();
    expect(statements.slice(1)).toEqual([[['b', '203.0.113.7']]]);
    usage.note('c', '203.0.113.7');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(statements).toHaveLength(2);
  });
});
