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
const USUAL = { statement: '1min', lock: '1min' };
const NONE = { statement: '0', lock: '0' };

let database: TestDatabase;
let source: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 1, extra: LIMITS }).initialize();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

/** The server's limits, as this connection has them now. */
async function serverLimits(on: Pick<EntityManager, 'query'>): Promise<unknown> {
  const [limits] = await on.query<unknown[]>(
    `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`,
  );
  return limits;
}

/** Counts the client's timers for late responses: how many have begun, and how many are still running. */
function watchClientLimits(): () => { begun: number; goingOn: number } {
  const begun = jest.spyOn(globalThis, 'setTimeout');
  const ended = jest.spyOn(globalThis, 'clearTimeout');
  return () => {
    const isOver = new Set<unknown>(ended.mock.calls.map(([timer]) => timer));
    const timers = begun.mock.results.filter((_, index) => begun.mock.calls[index]?.[1] === LIMITS.responseTimeoutMs);
    return { begun: timers.length, goingOn: timers.filter(({ value }) => !isOver.has(value)).length };
  };
}

describe('work without a statement timeout', () => {
  it('has no time limit of the server or the client, and later statements on the connection have both limits again', async () => {
    const client = watchClientLimits();
    await expect(serverLimits(source)).resolves.toEqual(USUAL);
    expect(client()).toEqual({ begun: 1, goingOn: 0 });

    await withoutStatementTimeout(source, async (tx) => {
      const before = client();
      expect(before.goingOn).toBe(0);
      await expect(serverLimits(tx)).resolves.toEqual(NONE);
      expect(client()).toEqual(before);
    });

    const { begun } = client();
    await expect(serverLimits(source)).resolves.toEqual(USUAL);
    expect(client()).toEqual({ begun: begun + 1, goingOn: 0 });
  });
});
