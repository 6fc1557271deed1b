import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { Metrics } from '../../src/runtime/metrics/metrics.js';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { openStream, type OpenStream } from './support/event-stream.js';

const PAGES = 200;
const POOL_SIZE = 5;

let world: World;
let shop: Shop;
let pages: string[];
beforeAll(async () => {
  // One partner creates all transactions concurrently, so its pool quota is 100 percent.
  world = await startWorld({ DATABASE_POOL_SIZE: String(POOL_SIZE), DATABASE_POOL_CALLER_SHARE: '100', TRUST_PROXY: '127.0.0.1' });
  shop = await world.createPartnerShop({ silent: true });
  const created = await Promise.all(times(PAGES, () => shop.create()));
  pages = created.map(({ body }) => world.http.baseUrl + new URL(body.data.redirectUrl).pathname);
});

let stopped = false;
const stop = async (): Promise<void> => {
  if (!stopped) await world.stop();
  stopped = true;
};
afterAll(stop);

const countWithState = (streams: readonly OpenStream[], state: string): number =>
  streams.filter(({ states }) => states.at(-1) === state).length;

describe('200 open pages on a pool of five connections', () => {
  it('get each state through one query at a time, leave connections for the API, and end with the process', async () => {
    const streams = await Promise.all(pages.map((page) => openStream(`${page}/events`)));
    expect(streams.map(({ status }) => status)).toEqual(times(PAGES, () => 200));
    await until(
      () => countWithState(streams, 'choose'),
      (count) => count === PAGES,
    );

    // This IP address has used all its streams. Its other pages poll, and another address still gets a stream.
    const extra = await fetch(`${pages[0]}/events`);
    expect([extra.status, extra.headers.get('retry-after')]).toEqual([429, '10']);
    expect((await fetch(`${pages[0]}/status`)).status).toBe(200);
    const fromOtherAddress = await fetch(`${pages[0]}/events`, { headers: { 'X-Forwarded-For': '203.0.113.7' } });
    expect(fromOtherAddress.status).toBe(200);
    await fromOtherAddress.body?.cancel();

    // Meanwhile API requests work, and the open pages hold no connection.
    const pool = (world.database.driver as PostgresDriver).master as Pool;
    await Promise.all(times(50, () => shop.create())).then((responses) =>
      expect(responses.every(({ status }) => status === 200)).toBe(true),
    );
    expect(pool.totalCount).toBeLessThanOrEqual(POOL_SIZE);
    await until(
      () => pool.waitingCount + pool.totalCount - pool.idleCount,
      (busy) => busy <= 1,
    );

    await world.moveTimeForward({ minutes: 31 });
    await until(
      () => countWithState(streams, 'rejected'),
      (count) => count === PAGES,
    );

    const metrics = world.get(Metrics);
    await stop();
    await Promise.all(streams.map(({ ended }) => ended));
    const gauges = await metrics.requests.get();
    expect(gauges.values.filter(({ labels }) => String(labels['route']).endsWith('/events') && labels['status'] !== '429')).toEqual([]);
    expect(streams.every(({ states }) => states.join() === 'choose,rejected')).toBe(true);
  });
});
