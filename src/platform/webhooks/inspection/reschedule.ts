import type { EntityManager } from 'typeorm';
import type { DeliveryStatus } from './delivery-view.js';

/**
 * `sending`: due now. `waiting`: another event of the same subject comes first, because it is earlier or being attempted at this moment.
 * `under_way`: this one is being attempted. `erased`: personal data was erased from the body, so it cannot be sent again. `changed`: it has
 * another state than those it was to be resent from.
 */
export type ResendOutcome = 'sending' | 'waiting' | 'under_way' | 'erased' | 'changed';

/** Of the deliveries asked for, and those that have the turn in their FIFO groups. */
interface GroupRow {
  event_id: string;
  subject_id: string;
  sequence: string;
  status: DeliveryStatus;
  has_turn: boolean;
  under_way: boolean;
  erased: boolean;
}

const LOCK_SUBJECTS = `
  SELECT s.subject_id FROM webhook_subject s WHERE s.subject_id IN (SELECT subject_id FROM webhook_delivery WHERE event_id = ANY ($1::uuid[]))
  ORDER BY s.subject_id FOR NO KEY UPDATE OF s`;

// In the order in which all transactions lock several deliveries.
const FIFO_GROUPS = `
  SELECT d.event_id, d.subject_id, d.sequence, d.status, d.next_attempt_at IS NOT NULL AS has_turn,
    coalesce(d.lease_until > $3, false) AS under_way, e.erased_at IS NOT NULL AS erased
  FROM webhook_delivery d JOIN webhook_event e ON e.id = d.event_id
  WHERE d.subject_id = ANY ($2) AND (d.event_id = ANY ($1::uuid[]) OR d.next_attempt_at IS NOT NULL) ORDER BY d.event_id FOR NO KEY UPDATE OF d`;

const REOPEN = `
  WITH reopened AS (
    UPDATE webhook_delivery SET status = 'pending', round_attempt_count = 0 WHERE event_id = ANY ($1::uuid[]) RETURNING subject_id
  )
  UPDATE webhook_subject s SET unfinished_count = s.unfinished_count + r.count
  FROM (SELECT subject_id, count(*) AS count FROM reopened GROUP BY subject_id) r WHERE s.subject_id = r.subject_id`;

const TAKE_TURNS =
  'UPDATE webhook_delivery SET next_attempt_at = NULL, lease_until = NULL, put_off_until = NULL WHERE event_id = ANY ($1::uuid[])';

// A microsecond apart, so that they are sent in this order.
const GIVE_TURNS = `
  UPDATE webhook_delivery d
  SET next_attempt_at = $2::timestamptz + (g.place - 1) * interval '1 microsecond', lease_until = NULL, put_off_until = NULL, round_attempt_count = 0
  FROM unnest($1::uuid[]) WITH ORDINALITY AS g (id, place) WHERE d.event_id = g.id`;

// Staff resend when they expect success, so a paused endpoint is tried at once. One that a person holds waits on.
const PROBE = `
  UPDATE webhook_endpoint e SET next_probe_at = e.paused_at
  WHERE e.paused_at IS NOT NULL AND NOT e.held AND e.service_id IN (SELECT service_id FROM webhook_delivery WHERE event_id = ANY ($1::uuid[]))`;

/**
 * Makes deliveries due now, with their schedules begun anew. The order within each subject is kept.
 * @param ids oldest first, which is the order in which they are sent.
 * @param from only deliveries that still have one of these states.
 * @returns the outcomes. Deliveries that do not exist, or whose FIFO group another transaction has locked, are left out.
 */
export async function reschedule(
  tx: EntityManager,
  ids: readonly string[],
  now: Date,
  { from, skipsLocked = false }: { from?: readonly DeliveryStatus[]; skipsLocked?: boolean } = {},
): Promise<Map<string, ResendOutcome>> {
  const locked = await tx.query<{ subject_id: string }[]>(`${LOCK_SUBJECTS}${skipsLocked ? ' SKIP LOCKED' : ''}`, [ids]);
  const rows = await tx.query<GroupRow[]>(FIFO_GROUPS, [ids, locked.map(({ subject_id }) => subject_id), now]);
  const places = new Map(ids.map((id, place) => [id, place]));
  const outcomeOf = ({ status, erased, under_way }: GroupRow): ResendOutcome | null =>
    from && !from.includes(status) ? 'changed' : erased ? 'erased' : under_way ? 'under_way' : null;
  const outcomes = new Map<string, ResendOutcome>();
  const [reopened, losing, taking]: [string[], string[], string[]] = [[], [], []];
  const groups = new Map<string, GroupRow[]>();
  for (const row of rows) groups.set(row.subject_id, [...(groups.get(row.subject_id) ?? []), row]);
  for (const group of groups.values()) {
    const asked = group.filter(({ event_id }) => places.has(event_id));
    const resent = asked.filter((row) => outcomeOf(row) === null);
    const due = group.find(({ has_turn }) => has_turn);
    const first = due?.under_way ? due : firstOf(due ? [...resent, due] : resent);
    for (const row of asked) outcomes.set(row.event_id, outcomeOf(row) ?? (row === first ? 'sending' : 'waiting'));
    reopened.push(...resent.filter(({ status }) => status !== 'pending').map(({ event_id }) => event_id));
    if (!first || !resent.includes(first)) continue;
    taking.push(first.event_id);
    if (due && due !== first) losing.push(due.event_id);
  }
  if (reopened.length > 0) await tx.query(REOPEN, [reopened]);
  if (losing.length > 0) await tx.query(TAKE_TURNS, [losing]);
  if (taking.length === 0) return outcomes;
  taking.sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
  await tx.query(GIVE_TURNS, [taking, now]);
  await tx.query(PROBE, [taking]);
  return outcomes;
}

const firstOf = (rows: readonly GroupRow[]): GroupRow | undefined =>
  rows.toSorted((one, other) => (BigInt(one.sequence) < BigInt(other.sequence) ? -1 : 1))[0];
