import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { serverFacts } from '../support/server-facts.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let shop: Shop;
let superuser: Client;
let database: string;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.partner();
  database = new URL(String(world.settings['DATABASE_URL'])).pathname.slice(1);
  superuser = new Client({ connectionString: serverFacts().superuser });
  await superuser.connect();
});
afterAll(async () => {
  await superuser.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
  await superuser.end();
  await world.stop();
});

const create = () => shop.create({ amount: 5 });
const readiness = async (): Promise<number> => (await fetch(`${world.http.baseUrl}/readyz`)).status;

describe('a database that lets nobody in, as while it is restored', () => {
  it('makes the gateway unready and is told as a 503 with the time to come back', async () => {
    await superuser.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
    await superuser.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database]);
    await until(readiness, (status) => status === 503);
    const refused = await create();
    expect(refused).toMatchObject({ status: 503, body: { success: false, errorCode: 'SERVICE_UNAVAILABLE' } });
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('is used again as soon as it lets the gateway in', async () => {
    await superuser.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
    await until(readiness, (status) => status === 200);
    expect((await create()).status).toBe(200);
  });
});
