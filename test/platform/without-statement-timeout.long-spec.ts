import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { connectionLimits } from '../../src/runtime/database/connection-limits.js';
import { withoutStatementTimeout } from '../../src/runtime/database/without-statement-timeout.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/** Enough for everything else that is asked here, on a busy machine too. */
const LIMIT_MS = 700;
/** Longer than the server's limit, and longer than the client's, which is two seconds more. */
const LONG = 'SELECT pg_sleep(3)';

let database: TestDatabase;
let source: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  const extra = connectionLimits({
    connectionTimeoutMs: 5_000,
    statementTimeoutMs: LIMIT_MS,
    lockTimeoutMs: LIMIT_MS,
    idleTransactionTimeoutMs: 0,
  });
  source = await new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 1, extra }).initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

describe('long work', () => {
  const isCut = (): Promise<void> => expect(source.query(LONG)).rejects.toMatchObject({ code: '57014' });

  it('is cut when it was not meant to be long, and may take its time when it was', async () => {
    await isCut();
    await expect(withoutStatementTimeout(source, (tx) => tx.query(LONG))).resolves.toHaveLength(1);
    await isCut(); // the same connection, with its usual limits again
  });
});
