import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Changes } from '../../src/platform/changes/changes.service.js';
import { DeliveryQueries } from '../../src/platform/webhooks/inspection/delivery.queries.js';
import { ResendDeliveriesService, type ResendableStatus } from '../../src/platform/webhooks/inspection/resend-deliveries.service.js';
import { ResendDeliveryService } from '../../src/platform/webhooks/inspection/resend-delivery.service.js';
import { holdTransaction } from '../support/held-transaction.js';
import type { Shop } from '../support/shop.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let shop: Shop;
let subjectId: string;
/** Ids of three events of the subject, oldest first. No worker delivers them. */
let events: [string, string, string];
beforeAll(async () => {
  world = await startWorld();
  shop = await world.createPartnerShop({ silent: true });
});
afterAll(() => world.stop());
beforeEach(async () => {
  subjectId = randomUUID();
  const body = { json: '{}', signedText: '{}' };
  const event = { type: 'ipn:test', body, serviceId: shop.serviceId, subjectId, occurredAt: new Date(), traceParent: null };
  await world.get(Changes).transaction((unit) => {
    for (let index = 0; index < 3; index += 1) unit.addNotification(event);
    return Promise.resolve();
  });
  const rows = await world.database.query<{ id: string }[]>(
    'SELECT event_id AS id FROM webhook_delivery WHERE subject_id = $1 ORDER BY sequence',
    [subjectId],
  );
  events = rows.map(({ id }) => id) as typeof events;
});

const resend = (id: string) => world.get(ResendDeliveryService).run(id);
/** @returns each delivery's state, with `next` if it has a next attempt, and the FIFO group's number of unfinished events. */
const groupState = async (): Promise<[...string[], number]> => {
  const rows = await world.database.query<{ shown: string }[]>(
    `SELECT status || CASE WHEN next_attempt_at IS NOT NULL THEN ' next' ELSE '' END AS shown FROM webhook_delivery WHERE subject_id = $1 ORDER BY sequence`,
    [subjectId],
  );
  const [counted] = await world.database.query<{ count: number }[]>(
    'SELECT unfinished_count AS count FROM webhook_subject WHERE subject_id = $1',
    [subjectId],
  );
  return [...rows.map(({ shown }) => shown), counted?.count ?? -1];
};
/** Records that a delivery was acknowledged after four attempts, and makes the next delivery due. */
const acknowledge = async (id: string, next: string): Promise<void> => {
  await world.asOwner(
    "UPDATE webhook_delivery SET status = 'acknowledged', acknowledged_at = now(), next_attempt_at = NULL, attempt_count = 4, round_attempt_count = 4 WHERE event_id = $1",
    [id],
  );
  await world.asOwner('UPDATE webhook_delivery SET next_attempt_at = created_at WHERE event_id = $1', [next]);
  await world.asOwner('UPDATE webhook_subject SET unfinished_count = unfinished_count - 1 WHERE subject_id = $1', [subjectId]);
};

describe('a delivery that staff resend', () => {
  it('precedes a later delivery, counts as unfinished again, and starts its schedule anew', async () => {
    await acknowledge(events[0], events[1]);
    expect(await groupState()).toEqual(['acknowledged', 'pending next', 'pending', 2]);
    expect(await resend(events[0])).toBe('sending');
    expect(await groupState()).toEqual(['pending next', 'pending', 'pending', 3]);
    const [row] = await world.database.query<unknown[]>(
      'SELECT round_attempt_count AS round, attempt_count AS all FROM webhook_delivery WHERE event_id = $1',
      [events[0]],
    );
    expect(row).toEqual({ round: 0, all: 4 });
  });

  it('waits for an earlier delivery, and is not counted twice', async () => {
    expect(await resend(events[2])).toBe('waiting');
    expect(await groupState()).toEqual(['pending next', 'pending', 'pending', 3]);
  });

  it('is due now if it is first in its FIFO group, even if its retry was later', async () => {
    await world.asOwner("UPDATE webhook_delivery SET next_attempt_at = now() + interval '1 day' WHERE event_id = $1", [events[0]]);
    expect(await resend(events[0])).toBe('sending');
    const [row] = await world.database.query<unknown[]>(
      'SELECT next_attempt_at <= now() AS due FROM webhook_delivery WHERE event_id = $1',
      [events[0]],
    );
    expect([row, await groupState()]).toEqual([{ due: true }, ['pending next', 'pending', 'pending', 3]]);
  });

  it('does not interrupt an attempt under way, of itself or of another delivery', async () => {
    await acknowledge(events[0], events[1]);
    await world.asOwner(
      "UPDATE webhook_delivery SET next_attempt_at = now() + interval '1 minute', lease_until = now() + interval '1 minute', claimed_due_at = now() WHERE event_id = $1",
      [events[1]],
    );
    const leased = (): Promise<unknown[]> =>
      world.database.query('SELECT event_id FROM webhook_delivery WHERE subject_id = $1 AND lease_until IS NOT NULL', [subjectId]);
    expect(await resend(events[1])).toBe('under_way');
    expect(await resend(events[0])).toBe('waiting');
    expect([await leased(), await groupState()]).toEqual([[{ event_id: events[1] }], ['pending', 'pending next', 'pending', 3]]);
  });

  it('is rejected after its body was erased, or when it does not exist', async () => {
    await acknowledge(events[0], events[1]);
    await world.asOwner('UPDATE webhook_event SET erased_at = now() WHERE id = $1', [events[0]]);
    expect([await resend(events[0]), await resend(randomUUID())]).toEqual(['erased', null]);
    expect(await groupState()).toEqual(['acknowledged', 'pending next', 'pending', 2]);
  });
});

describe('all deliveries that a service missed', () => {
  let missingShop: Shop;
  beforeEach(async () => {
    missingShop = await world.createPartnerShop({ silent: true });
  });

  /** Stores deliveries of different subjects with this status, or with a retry in a day. @returns their ids, oldest first. */
  const addDeliveries = async (count: number, status: ResendableStatus): Promise<string[]> => {
    const waits = status === 'waiting';
    await world.asOwner(
      `WITH given AS (SELECT gen_random_uuid() AS id, 'missed-' || gen_random_uuid() AS subject, n FROM generate_series(1, $3::int) AS n),
        event AS (
          INSERT INTO webhook_event (id, service_id, subject_id, type, body, signed_text, occurred_at, created_at)
          SELECT id, $1, subject, 'ipn:test', '{}', '{}', now(), now() FROM given ORDER BY n RETURNING id
        ), subject AS (
          INSERT INTO webhook_subject (subject_id, service_id, latest_event_id, attempt_count, last_attempt_at, unfinished_count)
          SELECT subject, $1, id, 1, now(), CASE WHEN $4 THEN 1 ELSE 0 END FROM given RETURNING subject_id
        )
        INSERT INTO webhook_delivery (event_id, service_id, subject_id, status, attempt_count, round_attempt_count, next_attempt_at, created_at)
        SELECT id, $1, subject, $2, 1, 1, CASE WHEN $4 THEN now() + interval '1 day' END, now() FROM given ORDER BY n`,
      [missingShop.serviceId, waits ? 'pending' : status, count, waits],
    );
    return (await rows(waits ? 'pending' : status)).map(({ id }) => id);
  };
  const rows = (status: string) =>
    world.database.query<{ id: string; due: boolean }[]>(
      `SELECT event_id AS id, next_attempt_at <= clock_timestamp() AS due FROM webhook_delivery WHERE service_id = $1 AND status = $2 ORDER BY sequence`,
      [missingShop.serviceId, status],
    );
  const scope = (...statuses: ResendableStatus[]) => ({ serviceId: missingShop.serviceId, statuses, since: new Date(Date.now() - 60_000) });
  const resendAll = async (...statuses: ResendableStatus[]) => {
    const service = world.get(ResendDeliveriesService);
    const ids = await service.find(scope(...statuses));
    const done: number[] = [];
    return { ids, done, counts: await service.run(scope(...statuses), ids, (count) => void done.push(count)) };
  };
  const NONE = { sending: 0, waiting: 0, under_way: 0, erased: 0, changed: 0, locked: 0 };

  it('are resent in batches, oldest first, in the chosen states', async () => {
    const exhausted = await addDeliveries(1100, 'exhausted');
    const stopped = await addDeliveries(2, 'stopped');
    const waiting = await addDeliveries(3, 'waiting');
    const { ids, done, counts } = await resendAll('exhausted', 'waiting');
    expect([ids, counts, done]).toEqual([[...exhausted, ...waiting], { ...NONE, sending: 1103 }, [0, 500, 1000]]);
    const due = await world.database.query<{ id: string }[]>(
      'SELECT event_id AS id FROM webhook_delivery WHERE service_id = $1 AND next_attempt_at <= clock_timestamp() ORDER BY next_attempt_at',
      [missingShop.serviceId],
    );
    expect(due.map(({ id }) => id)).toEqual(ids);
    expect((await rows('stopped')).map(({ id }) => id)).toEqual(stopped);
    const [counted] = await world.database.query<unknown[]>(
      'SELECT sum(unfinished_count)::int AS count FROM webhook_subject WHERE service_id = $1',
      [missingShop.serviceId],
    );
    expect(counted).toEqual({ count: 1103 });
  });

  it('exclude older deliveries, and deliveries that were acknowledged after they were counted', async () => {
    const [first, second] = await addDeliveries(3, 'exhausted');
    await world.asOwner("UPDATE webhook_delivery SET created_at = created_at - interval '1 hour' WHERE event_id = $1", [first]);
    const service = world.get(ResendDeliveriesService);
    const ids = await service.find(scope('exhausted'));
    expect(ids).toHaveLength(2);
    await world.asOwner("UPDATE webhook_delivery SET status = 'acknowledged', acknowledged_at = now() WHERE event_id = $1", [second]);
    expect(await service.run(scope('exhausted'), ids, () => undefined)).toEqual({ ...NONE, sending: 1, changed: 1 });
    expect(await rows('acknowledged')).toHaveLength(1);
  });

  it('skip a locked FIFO group and retry it later', async () => {
    await addDeliveries(2, 'exhausted');
    const [lockedGroup] = await world.database.query<{ id: string }[]>(
      'SELECT subject_id AS id FROM webhook_delivery WHERE service_id = $1 ORDER BY sequence LIMIT 1',
      [missingShop.serviceId],
    );
    const lockHolder = await holdTransaction(
      world.settings['DATABASE_URL'],
      'SELECT FROM webhook_subject WHERE subject_id = $1 FOR NO KEY UPDATE',
      [lockedGroup?.id],
    );
    const service = world.get(ResendDeliveriesService);
    const ids = await service.find(scope('exhausted'));
    let rounds = 0;
    const counts = await service.run(scope('exhausted'), ids, () => {
      rounds += 1;
      if (rounds === 2) void lockHolder.commitAndClose();
    });
    expect([counts, rounds > 1]).toEqual([{ ...NONE, sending: 2 }, true]);
  });

  it('are resent in part when the command is interrupted after a batch', async () => {
    const ids = await addDeliveries(600, 'exhausted');
    const stop = (done: number) => {
      if (done > 0) throw new Error('Interrupted.');
    };
    await expect(world.get(ResendDeliveriesService).run(scope('exhausted'), ids, stop)).rejects.toThrow('Interrupted.');
    expect([(await rows('pending')).length, (await rows('exhausted')).length]).toEqual([500, 100]);
  });
});

it('each delivery is listed with its own attempts', async () => {
  for (const [id, number] of [
    [events[0], 1],
    [events[1], 1],
    [events[1], 2],
  ] as const)
    // prettier-ignore
    await world.asOwner('INSERT INTO webhook_attempt (event_id, number, started_at) VALUES ($1, $2, now())', [id, number]);
  const listed = await world.get(DeliveryQueries).list({ subjectIds: [subjectId], limit: 10 });
  expect(listed.map(({ id, attempts }) => [id, attempts.map(({ number }) => number)])).toEqual([
    [events[2], []],
    [events[1], [1, 2]],
    [events[0], [1]],
  ]);
});
