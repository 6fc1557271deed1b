import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { DeleteExpiredKeysService } from '../../src/platform/idempotency/delete-expired-keys.service.js';
import { SystemClock } from '../../src/common/time/clocks.js';
import { PeriodicTasks, type PeriodicTask } from '../../src/runtime/scheduling/periodic-tasks.js';
import { drainBatches } from '../support/drain-batches.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld(); // keys are deleted only by the tests
});
afterAll(() => world.stop());

describe('idempotency keys', () => {
  const insertKeys = async (age: string, count: number): Promise<void> => {
    const { partnerId } = await world.createPartnerShop();
    await world.database.query(
      `INSERT INTO idempotency_key (partner_id, key, fingerprint, claim_id, claimed_at, status, body)
       SELECT $1, 'key ' || n, '', gen_random_uuid(), now() - $2::interval, 200, '{}' FROM generate_series(1, $3::int) AS n`,
      [partnerId, age, count],
    );
  };
  const countKeys = async (): Promise<number> => (await world.database.query<unknown[]>('SELECT FROM idempotency_key')).length;

  it('are deleted after seven days and not earlier, also when they do not fit into one batch', async () => {
    await insertKeys('7 days 1 minute', 5_001); // more than one batch
    await insertKeys('6 days 23 hours', 2);
    const tasks: PeriodicTask[] = [];
    const periodicTasks = { register: (task: PeriodicTask) => void tasks.push(task) } as unknown as PeriodicTasks;
    new DeleteExpiredKeysService(world.get(DataSource), world.get(SystemClock), periodicTasks).onModuleInit();
    expect(tasks).toMatchObject([{ name: 'delete-expired-idempotency-keys', intervalMs: 600_000 }]);
    const [task] = tasks;
    await drainBatches(() => task?.batch(new AbortController().signal) ?? Promise.resolve(false));
    expect(await countKeys()).toBe(2);
  });

  it('are deleted in batches', async () => {
    await insertKeys('8 days', 3);
    const before = await countKeys();
    expect(await world.get(DeleteExpiredKeysService).batch(2)).toBe(true);
    expect(await countKeys()).toBe(before - 2);
  });
});
