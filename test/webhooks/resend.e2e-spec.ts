import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Changes } from '../../src/platform/changes/changes.service.js';
import { DeliveryQueries } from '../../src/platform/webhooks/inspection/delivery.queries.js';
import { ResendDeliveryService } from '../../src/platform/webhooks/inspection/resend-delivery.service.js';
import type { Shop } from '../support/shop.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let shop: Shop;
/** Three events of one subject, oldest first; nobody delivers them. */
let subjectId: string;
let events: [string, string, string];
beforeAll(async () => {
  world = await startWorld({ ROLE: 'api' });
  shop = await world.partner({ silent: true });
});
afterAll(() => world.stop());
beforeEach(async () => {
  subjectId = randomUUID();
  const body = { json: '{}', signedText: '{}' };
  const event = { type: 'ipn:test', body, serviceId: shop.serviceId, subjectId, occurredAt: new Date(), traceParent: null };
  await world.get(Changes).transaction((unit) => {
    for (let each = 0; each < 3; each += 1) unit.tell(event);
    return Promise.resolve();
  });
  const rows = await world.database.query<{ id: string }[]>(
    'SELECT event_id AS id FROM webhook_delivery WHERE subject_id = $1 ORDER BY sequence',
    [subjectId],
  );
  events = rows.map(({ id }) => id) as typeof events;
});

const resend = (id: string) => world.get(ResendDeliveryService).run(id);
/** Of each delivery its state and whether it has the turn; and how many the lane counts as unfinished. */
const lane = async (): Promise<[...string[], number]> => {
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
const acknowledged = async (id: string, next: string): Promise<void> => {
  await world.asOwner(
    "UPDATE webhook_delivery SET status = 'acknowledged', acknowledged_at = now(), next_attempt_at = NULL, attempt_count = 4, round_attempt_count = 4 WHERE event_id = $1",
    [id],
  );
  await world.asOwner('UPDATE webhook_delivery SET next_attempt_at = created_at WHERE event_id = $1', [next]);
  await world.asOwner('UPDATE webhook_subject SET unfinished_count = unfinished_count - 1 WHERE subject_id = $1', [subjectId]);
};

describe('a delivery that is sent again by hand', () => {
  it('takes the turn from a later one, counts as unfinished again, and begins its schedule anew', async () => {
    await acknowledged(events[0], events[1]);
    expect(await lane()).toEqual(['acknowledged', 'pending next', 'pending', 2]);
    expect(await resend(events[0])).toBe('sending');
    expect(await lane()).toEqual(['pending next', 'pending', 'pending', 3]);
    const [row] = await world.database.query<unknown[]>(
      'SELECT round_attempt_count AS round, attempt_count AS all FROM webhook_delivery WHERE event_id = $1',
      [events[0]],
    );
    expect(row).toEqual({ round: 0, all: 4 });
  });

  it('waits behind an earlier one, and is not counted twice', async () => {
    expect(await resend(events[2])).toBe('waiting');
    expect(await lane()).toEqual(['pending next', 'pending', 'pending', 3]);
  });

  it('that has the turn is due now, however long it would have waited', async () => {
    await world.asOwner("UPDATE webhook_delivery SET next_attempt_at = now() + interval '1 day' WHERE event_id = $1", [events[0]]);
    expect(await resend(events[0])).toBe('sending');
    const [row] = await world.database.query<unknown[]>(
      'SELECT next_attempt_at <= now() AS due FROM webhook_delivery WHERE event_id = $1',
      [events[0]],
    );
    expect([row, await lane()]).toEqual([{ due: true }, ['pending next', 'pending', 'pending', 3]]);
  });

  it('leaves an attempt that is being made alone, of this one and of another', async () => {
    await acknowledged(events[0], events[1]);
    await world.asOwner(
      "UPDATE webhook_delivery SET next_attempt_at = now() + interval '1 minute', lease_until = now() + interval '1 minute', claimed_due_at = now() WHERE event_id = $1",
      [events[1]],
    );
    const leased = (): Promise<unknown[]> =>
      world.database.query('SELECT event_id FROM webhook_delivery WHERE subject_id = $1 AND lease_until IS NOT NULL', [subjectId]);
    expect(await resend(events[1])).toBe('under_way');
    expect(await resend(events[0])).toBe('waiting');
    expect([await leased(), await lane()]).toEqual([[{ event_id: events[1] }], ['pending', 'pending next', 'pending', 3]]);
  });

  it('cannot be, once what it said was erased, nor where there is none', async () => {
    await acknowledged(events[0], events[1]);
    await world.asOwner('UPDATE webhook_event SET erased_at = now() WHERE id = $1', [events[0]]);
    expect([await resend(events[0]), await resend(randomUUID())]).toEqual(['erased', null]);
    expect(await lane()).toEqual(['acknowledged', 'pending next', 'pending', 2]);
  });
});

it('each delivery is shown with its own attempts', async () => {
  for (const [id, number] of [
    [events[0], 1],
    [events[1], 1],
    [events[1], 2],
  ] as const)
    // prettier-ignore
    await world.asOwner('INSERT INTO webhook_attempt (event_id, number, started_at) VALUES ($1, $2, now())', [id, number]);
  const shown = await world.get(DeliveryQueries).list({ subjectIds: [subjectId], limit: 10 });
  expect(shown.map(({ id, attempts }) => [id, attempts.map(({ number }) => number)])).toEqual([
    [events[2], []],
    [events[1], [1, 2]],
    [events[0], [1]],
  ]);
});
