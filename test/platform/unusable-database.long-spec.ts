import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Pool } from 'pg';
import { ResilientClient } from '../../src/runtime/database/resilient-client.js';
import { testServerInfo } from '../support/test-server-info.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let shop: Shop;
let superuser: Client;
let database: string;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all' });
  shop = await world.createPartnerShop();
  database = new URL(String(world.settings['DATABASE_URL'])).pathname.slice(1);
  superuser = new Client({ connectionString: testServerInfo().superuser });
  await superuser.connect();
});
afterAll(async () => {
  await superuser.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
  await superuser.end();
  await world.stop();
});

const createTransaction = () => shop.create({ amount: 5 });
const readyStatus = async (): Promise<number> => (await fetch(`${world.http.baseUrl}/readyz`)).status;
const endConnections = () =>
  superuser.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()', [database]);

/** Makes new connections read-only, like those to a standby. Existing connections do not change. */
const makeReadOnly = () => superuser.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
const makeWritable = () => superuser.query(`ALTER DATABASE ${database} RESET default_transaction_read_only`);

describe('a read-only database, such as a standby or a demoted primary', () => {
  it('makes the gateway unready: requests that write get a 503 with Retry-After, and reads succeed', async () => {
    await makeReadOnly();
    await endConnections();
    await until(readyStatus, (status) => status === 503);
    const rejected = await createTransaction();
    expect(rejected).toMatchObject({ status: 503, body: { success: false, errorCode: 'SERVICE_UNAVAILABLE' } });
    expect(rejected.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await shop.get('/transactions')).status).toBe(200);
  });

  it('is used for writing again as soon as it accepts writes, although read-only connections were open', async () => {
    await makeWritable();
    await until(readyStatus, (status) => status === 200);
    await until(createTransaction, ({ status }) => status === 200 || status === 201);
  });
});

describe('a database that refuses connections, such as during a restore', () => {
  it('makes the gateway unready: requests get a 503 with Retry-After', async () => {
    await superuser.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
    await endConnections();
    await until(readyStatus, (status) => status === 503);
    const rejected = await createTransaction();
    expect(rejected).toMatchObject({ status: 503, body: { success: false, errorCode: 'SERVICE_UNAVAILABLE' } });
    expect(rejected.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('is used again as soon as it accepts connections', async () => {
    await superuser.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
    await until(readyStatus, (status) => status === 200);
    await until(createTransaction, ({ status }) => status === 200); // the pool may still have a dead connection, which readiness does not use
  });
});

describe('a connection after an error', () => {
  it('is closed if the error says that the server is read-only, and is used again after other errors', async () => {
    const pool = new Pool({ connectionString: world.settings['DATABASE_URL'], Client: ResilientClient, max: 1 });
    /** Releases the connection without passing the error to the pool, like the program's transactions. */
    const runStatement = async (statement: string): Promise<unknown[]> => {
      const client = await pool.connect();
      try {
        return (await client.query(statement)).rows as unknown[];
      } finally {
        client.release();
      }
    };
    try {
      await runStatement('SET default_transaction_read_only = on');
      await expect(runStatement('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' });
      expect(await runStatement('SHOW transaction_read_only')).toEqual([{ transaction_read_only: 'on' }]);
      await expect(runStatement('CREATE TABLE anything ()')).rejects.toMatchObject({ code: '25006' });
      expect(await runStatement('SHOW transaction_read_only')).toEqual([{ transaction_read_only: 'off' }]);
    } finally {
      await pool.end();
    }
  });
});
