import type { EntityManager } from 'typeorm';
import type { DeliveryStatus } from './delivery-view.js';

/**
 * `sending`: the delivery is due now. `waiting`: another event of the same subject comes first, because it is older or its attempt is under way.
 * `under_way`: an attempt of the delivery is under way. `erased`: personal data was erased from the body, so it cannot be sent again.
 * `changed`: the delivery has none of the expected states any more.
 */
export type ResendOutcome = 'sending' | 'waiting' | 'under_way' | 'erased' | 'changed';

/** A requested delivery, or the current delivery of its FIFO group: `has_turn` marks the delivery that has a `next_attempt_at`. */
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

// Locks deliveries in the order of their event ids, like all transactions that lock several deliveries.
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

const CLEAR_NEXT_ATTEMPT =
  'UPDATE webhook_delivery SET next_attempt_at = NULL, lease_until = NULL, put_off_until = NULL WHERE event_id = ANY ($1::uuid[])';

// The times are a microsecond apart, so that the deliveries are sent in the given order.
const SET_NEXT_ATTEMPT = `
  UPDATE webhook_delivery d
  SET next_attempt_at = $2::timestamptz + (g.place - 1) * interval '1 microsecond', lease_until = NULL, put_off_until = NULL, round_attempt_count = 0
  FROM unnest($1::uuid[]) WITH ORDINALITY AS g (id, place) WHERE d.event_id = g.id`;

// Staff resend when they expect success, so a paused endpoint is probed at once. An endpoint that staff hold stays paused.
const PROBE = `
  UPDATE webhook_endpoint e SET next_probe_at = e.paused_at
  WHERE e.paused_at IS NOT NULL AND NOT e.held AND e.service_id IN (SELECT service_id FROM webhook_delivery WHERE event_id = ANY ($1::uuid[]))`;

/**
 * Makes deliveries due now and starts their retry schedules anew. The order within each subject does not change.
 * @param ids oldest first. The deliveries are sent in this order.
 * @param from only deliveries in one of these states are rescheduled.
 * @param skipsLocked skips FIFO groups that another transaction has locked. Otherwise the statement waits for the locks.
 * @returns outcomes by delivery id. Deliveries that do not exist or were skipped have no outcome.
 */
export async function reschedule(
  tx: EntityManager,
  ids: readonly string[],
  now: Date,
  { from, skipsLocked = false }: { from?: readonly DeliveryStatus[]; skipsLocked?: boolean } = {},
): Promise<Map<string, ResendOutcome>> {
  const locked = await tx.query<{ subject_id: string }[]>(`${LOCK_SUBJECTS}${skipsLocked ? ' SKIP LOCKED' : ''}`, [ids]);
  const rows = await tx.query<GroupRow[]>(FIFO_GROUPS, [ids, locked.map(({ subject_id }) => subject_id), now]);
  const positions = new Map(ids.map((id, position) => [id, position]));
  const outcomeOf = ({ status, erased, under_way }: GroupRow): ResendOutcome | null =>
    from && !from.includes(status) ? 'changed' : erased ? 'erased' : under_way ? 'under_way' : null;
  const outcomes = new Map<string, ResendOutcome>();
  const [reopened, postponed, started]: [string[], string[], string[]] = [[], [], []];
  const groups = new Map<string, GroupRow[]>();
  for (const row of rows) groups.set(row.subject_id, [...(groups.get(row.subject_id) ?? []), row]);
  for (const group of groups.values()) {
    const requested = group.filter(({ event_id }) => positions.has(event_id));
    const resent = requested.filter((row) => outcomeOf(row) === null);
    const due = group.find(({ has_turn }) => has_turn);
    const first = due?.under_way ? due : firstOf(due ? [...resent, due] : resent);
    for (const row of requested) outcomes.set(row.event_id, outcomeOf(row) ?? (row === first ? 'sending' : 'waiting'));
    reopened.push(...resent.filter(({ status }) => status !== 'pending').map(({ event_id }) => event_id));
    if (!first || !resent.includes(first)) continue;
    started.push(first.event_id);
    if (due && due !== first) postponed.push(due.event_id);
  }
  if (reopened.length > 0) await tx.query(REOPEN, [reopened]);
  if (postponed.length > 0) await tx.query(CLEAR_NEXT_ATTEMPT, [postponed]);
  if (started.length === 0) return outcomes;
  started.sort((one, other) => (positions.get(one) ?? 0) - (positions.get(other) ?? 0));
  await tx.query(SET_NEXT_ATTEMPT, [started, now]);
  await tx.query(PROBE, [started]);
  return outcomes;
}

const firstOf = (rows: readonly GroupRow[]): GroupRow | undefined =>
  rows.toSorted((one, other) => (BigInt(one.sequence) < BigInt(other.sequence) ? -1 : 1))[0];
