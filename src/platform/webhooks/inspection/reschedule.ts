import type { EntityManager } from 'typeorm';
import type { DeliveryStatus } from './delivery-view.js';

/**
 * `sending`: the delivery is due now. `waiting`: another event of the same subject comes first, because it is older or its attempt is under
 * way. `under_way`: an attempt of the delivery is under way. `erased`: personal data was erased from the body, so it cannot be sent again.
 * `changed`: the delivery has none of the expected states any more.
 */
export type ResendOutcome = 'sending' | 'waiting' | 'under_way' | 'erased' | 'changed';

/**
 * A delivery that is to be resent, or the current delivery of its FIFO group. Only the current one has a `next_attempt_at` (`has_turn`).
 */
interface GroupDelivery {
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
const LOCK_DELIVERIES = `
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

// A person resends when success is expected. `paused_at` is in the past, so the next probe of a paused endpoint is due now. An endpoint
// that a person has paused (`held`) stays paused.
const PROBE_PAUSED_ENDPOINTS = `
  UPDATE webhook_endpoint e SET next_probe_at = e.paused_at
  WHERE e.paused_at IS NOT NULL AND NOT e.held AND e.service_id IN (SELECT service_id FROM webhook_delivery WHERE event_id = ANY ($1::uuid[]))`;

/**
 * Makes deliveries due now and starts their retry schedules anew. Pending deliveries of one FIFO group are still sent in the order of their
 * events.
 * @param ids oldest first. The deliveries are sent in this order.
 * @param allowedStatuses only deliveries with one of these statuses are rescheduled.
 * @param skipsLocked true: FIFO groups that another transaction has locked are skipped. False: the statement waits for the locks.
 * @returns outcomes by delivery id. Deliveries that do not exist or were skipped have no outcome.
 */
export async function rescheduleDeliveries(
  tx: EntityManager,
  ids: readonly string[],
  now: Date,
  { allowedStatuses, skipsLocked = false }: { allowedStatuses?: readonly DeliveryStatus[]; skipsLocked?: boolean } = {},
): Promise<Map<string, ResendOutcome>> {
  const lockedSubjects = await tx.query<{ subject_id: string }[]>(`${LOCK_SUBJECTS}${skipsLocked ? ' SKIP LOCKED' : ''}`, [ids]);
  const rows = await tx.query<GroupDelivery[]>(LOCK_DELIVERIES, [ids, lockedSubjects.map(({ subject_id }) => subject_id), now]);
  const positions = new Map(ids.map((id, position) => [id, position]));
  const rejectionOf = ({ status, erased, under_way }: GroupDelivery): ResendOutcome | null =>
    allowedStatuses && !allowedStatuses.includes(status) ? 'changed' : erased ? 'erased' : under_way ? 'under_way' : null;
  const outcomes = new Map<string, ResendOutcome>();
  const [reopenedIds, postponedIds, startedIds]: [string[], string[], string[]] = [[], [], []];
  const groups = new Map<string, GroupDelivery[]>();
  for (const row of rows) groups.set(row.subject_id, [...(groups.get(row.subject_id) ?? []), row]);
  for (const group of groups.values()) {
    const requested = group.filter(({ event_id }) => positions.has(event_id));
    const resendable = requested.filter((row) => rejectionOf(row) === null);
    const current = group.find(({ has_turn }) => has_turn);
    const next = current?.under_way ? current : oldestOf(current ? [...resendable, current] : resendable);
    for (const row of requested) outcomes.set(row.event_id, rejectionOf(row) ?? (row === next ? 'sending' : 'waiting'));
    reopenedIds.push(...resendable.filter(({ status }) => status !== 'pending').map(({ event_id }) => event_id));
    if (!next || !resendable.includes(next)) continue;
    startedIds.push(next.event_id);
    if (current && current !== next) postponedIds.push(current.event_id);
  }
  if (reopenedIds.length > 0) await tx.query(REOPEN, [reopenedIds]);
  if (postponedIds.length > 0) await tx.query(CLEAR_NEXT_ATTEMPT, [postponedIds]);
  if (startedIds.length === 0) return outcomes;
  startedIds.sort((first, second) => (positions.get(first) ?? 0) - (positions.get(second) ?? 0));
  await tx.query(SET_NEXT_ATTEMPT, [startedIds, now]);
  await tx.query(PROBE_PAUSED_ENDPOINTS, [startedIds]);
  return outcomes;
}

const oldestOf = (rows: readonly GroupDelivery[]): GroupDelivery | undefined =>
  rows.toSorted((first, second) => (BigInt(first.sequence) < BigInt(second.sequence) ? -1 : 1))[0];
