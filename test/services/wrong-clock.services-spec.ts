import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FaultWorld, startFaultWorld } from '../faults/support/fault-world.js';
import type { GatewayProcess } from '../faults/support/gateway-process.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { MovableClock } from './movable-clock.js';

let world: FaultWorld;
let apiClock: MovableClock;
let workerClock: MovableClock;
let api: GatewayProcess;
let worker: GatewayProcess;
let shop: Shop;
beforeAll(async () => {
  [world, apiClock, workerClock] = await Promise.all([startFaultWorld(), MovableClock.make(), MovableClock.make()]);
  [api, worker] = await Promise.all([world.gateway('api', apiClock.settings), world.gateway('worker', workerClock.settings)]);
  shop = await world.shop(api);
});
afterAll(async () => {
  await world.stop();
  await Promise.all([apiClock.remove(), workerClock.remove()]);
});

const create = async (): Promise<string> => (await shop.create({ amount: 5 })).body.data.transactionId as string;
const readExpired = async (): Promise<string[]> => {
  const rows = await world.sql<{ id: string }>(`SELECT id FROM direct_billing_transaction WHERE status = 'transaction_db_rejected'`);
  return rows.map(({ id }) => id);
};
/** Makes a transaction expire by the database's clock. */
const makeDue = (id: string) =>
  world.sql(`UPDATE direct_billing_transaction SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
const secondsLeft = async (id: string): Promise<number> => {
  const [row] = await world.sql<{ left: number }>(
    'SELECT extract(epoch FROM expires_at - clock_timestamp())::float AS left FROM direct_billing_transaction WHERE id = $1',
    [id],
  );
  return row?.left ?? NaN;
};
/** Waits as long as several rounds of scheduled tasks take, by the database’s clock. */
async function waitForSomeRounds(): Promise<void> {
  const [start] = await world.sql<{ at: Date }>('SELECT clock_timestamp() AS at');
  await until(
    () => world.sql<{ over: boolean }>(`SELECT clock_timestamp() > $1::timestamptz + interval '6 seconds' AS over`, [start?.at]),
    ([row]) => row?.over === true,
  );
}
const readyText = async (process: GatewayProcess): Promise<string> => (await fetch(`${process.http.baseUrl}/readyz`)).text();

describe('a worker whose clock is two hours ahead', () => {
  it('reports this, is not ready and expires nothing; once its clock is right it expires only what is due', async () => {
    const open = await Promise.all(Array.from({ length: 5 }, create));
    await workerClock.set('+2h');
    await worker.waitForReadiness('unready');
    expect(await readyText(worker)).toMatch(/7(199|200|201) s ahead of the database's/);
    expect(await api.isReady()).toBe(true);
    const [due = ''] = open;
    await makeDue(due);
    await waitForSomeRounds();
    expect(await readExpired()).toEqual([]);
    await until(
      () => worker.log,
      (log) => log.includes('The clock of this computer differs from the database’s'),
    );

    await workerClock.set('+0');
    await worker.waitForReadiness('ready');
    await until(readExpired, (ids) => ids.length > 0);
    expect(await readExpired()).toEqual([due]);
  });
});

describe('an api whose clock is two hours behind', () => {
  it('is not ready, and a transaction that it still creates has its full time', async () => {
    const before = await secondsLeft(await create());
    await apiClock.set('-2h');
    await api.waitForReadiness('unready');
    expect(await readyText(api)).toMatch(/7(199|200|201) s behind the database's/);
    const id = await create();
    expect(Math.abs((await secondsLeft(id)) - before)).toBeLessThan(30);
    await waitForSomeRounds();
    expect(await readExpired()).not.toContain(id);
    await apiClock.set('+0');
    await api.waitForReadiness('ready');
  });
});

describe('a worker that starts with a wrong clock', () => {
  it('expires nothing until its clock is right', async () => {
    const id = await create();
    await worker.stop();
    await makeDue(id);
    await workerClock.set('+2h');
    const notDue = await create();
    const restart = worker.startAgain().catch(() => undefined);
    await until(
      () => worker.log.split('The clock of this computer differs from the database’s').length,
      (parts) => parts >= 3,
    );
    await waitForSomeRounds();
    expect(await readExpired()).not.toContain(id);
    await workerClock.set('+0');
    await restart;
    await until(readExpired, (ids) => ids.includes(id));
    expect(await readExpired()).not.toContain(notDue);
  });
});
