import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DataSource, type EntityManager } from 'typeorm';
import { connectionLimits } from '../../src/runtime/database/connection-limits.js';
import { withoutStatementTimeout } from '../../src/runtime/database/without-statement-timeout.js';
import { PATIENCE_MS } from '../support/patience.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const LIMITS = connectionLimits({
  connectionTimeoutMs: PATIENCE_MS,
  statementTimeoutMs: PATIENCE_MS,
  lockTimeoutMs: PATIENCE_MS,
  idleTransactionTimeoutMs: 0,
});
const DEFAULT_LIMITS = { statement: '1min', lock: '1min' };
const NO_LIMITS = { statement: '0', lock: '0' };

let database: TestDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 1, extra: LIMITS }).initialize();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

/** The time-outs that the server applies to this connection. */
async function serverLimits(connection: Pick<EntityManager, 'query'>): Promise<unknown> {
  const [limits] = await connection.query<unknown[]>(
    `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`,
  );
  return limits;
}

/** @returns a function that counts the client's timers for late responses: all that were started, and those that are still running. */
function watchClientTimers(): () => { started: number; running: number } {
  const setTimer = jest.spyOn(globalThis, 'setTimeout');
  const clearTimer = jest.spyOn(globalThis, 'clearTimeout');
  return () => {
    const cleared = new Set<unknown>(clearTimer.mock.calls.map(([timer]) => timer));
    const timers = setTimer.mock.results.filter((_, index) => setTimer.mock.calls[index]?.[1] === LIMITS.responseTimeoutMs);
    return { started: timers.length, running: timers.filter(({ value }) => !cleared.has(value)).length };
  };
}

describe('work without a statement timeout', () => {
  it('has no time limit of the server or the client, and later statements on the connection have both limits again', async () => {
    const countTimers = watchClientTimers();
    await expect(serverLimits(dataSource)).resolves.toEqual(DEFAULT_LIMITS);
    expect(countTimers()).toEqual({ started: 1, running: 0 });

    await withoutStatementTimeout(dataSource, async (tx) => {
      const before = countTimers();
      expect(before.running).toBe(0);
      await expect(serverLimits(tx)).resolves.toEqual(NO_LIMITS);
      expect(countTimers()).toEqual(before);
    });

    const { started } = countTimers();
    await expect(serverLimits(dataSource)).resolves.toEqual(DEFAULT_LIMITS);
    expect(countTimers()).toEqual({ started: started + 1, running: 0 });
  });
});
