import { PRODUCTS } from '../../../src/parts.js';
import type { List } from '../../../src/platform/listing/lists/list.js';
import { scopesWithRows } from '../../../src/platform/counters/scope-statements.js';
import { compareBuckets, compareTotals } from '../../../src/platform/counters/verify-statements.js';
import type { FaultWorld } from './fault-world.js';

/** Each statement finds rows that must not exist. */
const INCONSISTENCIES: Record<string, string> = {
  'a history with a gap between two states': `
    SELECT subject_id FROM (
      SELECT subject_id, from_status, lag(to_status, 1, 'transaction_db_new') OVER (PARTITION BY subject_id ORDER BY sequence) AS before
      FROM state_history WHERE subject_type = 'direct_billing_transaction') AS h
    WHERE from_status <> before`,
  'a transaction whose state is not the last one of its history': `
    SELECT t.id FROM direct_billing_transaction t
    WHERE t.status <> coalesce(
      (SELECT h.to_status FROM state_history h WHERE h.subject_id = t.id ORDER BY h.sequence DESC LIMIT 1), 'transaction_db_new')`,
  'a history of a transaction that does not exist': `
    SELECT h.subject_id FROM state_history h
    WHERE h.subject_type = 'direct_billing_transaction' AND NOT EXISTS (SELECT FROM direct_billing_transaction t WHERE t.id = h.subject_id)`,
  'a list counter that differs from the number of rows': `
    WITH made (list, status, minute, n) AS (
      SELECT 'directbilling.transactions:' || service_id, status, date_trunc('minute', created_at, 'UTC'), 1 FROM direct_billing_transaction
      UNION ALL
      SELECT 'sms.transactions:' || service_id, CASE WHEN used_at IS NULL THEN 'unused' ELSE 'used' END, date_trunc('minute', created_at, 'UTC'), 1
      FROM sms_transaction
      UNION ALL
      SELECT 'payment.transactions:' || service_id, status, date_trunc('minute', created_at, 'UTC'), 1 FROM payment_transaction
      UNION ALL
      SELECT 'payment.aliases:' || service_id, status, date_trunc('minute', created_at, 'UTC'), 1 FROM payment_alias
      UNION ALL
      SELECT 'payment.links:' || service_id, status, date_trunc('minute', created_at, 'UTC'), 1 FROM payment_link
      UNION ALL
      SELECT 'payment.subscriptions:' || service_id, status, date_trunc('minute', created_at, 'UTC'), 1 FROM payment_subscription
      UNION ALL
      SELECT list, status, minute, -count FROM listing_change
    ), due AS (
      SELECT list, level, status, bucket, sum(n) AS count FROM made CROSS JOIN LATERAL (VALUES
        (0, timestamptz 'epoch'), (1, date_trunc('day', minute, 'UTC')), (2, date_trunc('hour', minute, 'UTC')), (3, minute)) AS of_level (level, bucket)
      GROUP BY list, level, status, bucket
    )
    SELECT list, level, status, bucket, counter.count AS counted, due.count AS due
    FROM listing_counter AS counter FULL JOIN due USING (list, level, status, bucket) WHERE coalesce(counter.count, 0) <> coalesce(due.count, 0)`,
  'a transaction with a missing or extra notification': `
    SELECT t.id FROM direct_billing_transaction t
    WHERE (SELECT count(*) FROM state_history h WHERE h.subject_id = t.id)
       <> (SELECT count(*) FROM webhook_event e JOIN webhook_delivery d ON d.event_id = e.id WHERE e.subject_id = t.id::text)`,
  'a transaction with a missing or extra entry': `
    SELECT t.id FROM direct_billing_transaction t
    WHERE (t.status = 'transaction_db_payed')::int
       <> (SELECT count(*) FROM ledger_entry e WHERE e.kind = 'directbilling.payed' AND e.reference = t.id::text)`,
  'a charge whose state contradicts its transaction': `
    SELECT c.reference FROM direct_billing_charge c JOIN direct_billing_transaction t ON t.id = c.transaction_id
    WHERE (c.state = 'booked' AND t.status <> 'transaction_db_payed') OR (c.state = 'accepted' AND t.status <> 'transaction_db_confirmed')`,
  'a transaction without a charge in a matching state': `
    SELECT t.id FROM direct_billing_transaction t
    WHERE (t.status = 'transaction_db_payed' AND NOT EXISTS (SELECT FROM direct_billing_charge c WHERE c.transaction_id = t.id AND c.state = 'booked'))
       OR (t.status = 'transaction_db_confirmed' AND NOT EXISTS (SELECT FROM direct_billing_charge c WHERE c.transaction_id = t.id AND c.state = 'accepted'))`,
  'a charge without a definite outcome that is not polled, or a polled one with an outcome': `
    SELECT reference FROM direct_billing_charge
    WHERE conflict IS NULL AND (state IN ('sent', 'accepted', 'in_doubt', 'reversal_due')) <> (next_poll_at IS NOT NULL)`,
  'a late booking that is not in suspense, or is still in suspense after its reversal': `
    SELECT c.reference FROM direct_billing_charge c
    WHERE (SELECT count(*) FROM ledger_entry e WHERE e.kind = 'directbilling.suspense' AND e.reference = c.transaction_id || ':' || c.reference)
            <> (c.state IN ('reversal_due', 'reversed'))::int
       OR (SELECT count(*) FROM ledger_entry e WHERE e.kind = 'directbilling.suspense_reversed' AND e.reference = c.transaction_id || ':' || c.reference)
            <> (c.state = 'reversed')::int`,
  'a payed transaction that differs from its charge': `
    SELECT t.id FROM direct_billing_transaction t JOIN direct_billing_charge c ON c.transaction_id = t.id AND c.state = 'booked'
    WHERE (t.operator, t.phone_number, t.gross_minor, t.net_minor, t.partner_minor)
       IS DISTINCT FROM (c.operator, c.phone_number, c.gross_minor, c.net_minor, c.partner_minor)`,
  'an operator whose clearing account differs from its booked charges that are not reversed': `
    SELECT operator, booked.minor, coalesce(owed.minor, 0) FROM
      (SELECT operator, sum(gross_minor) AS minor FROM direct_billing_charge WHERE state IN ('booked', 'reversal_due') GROUP BY operator) AS booked
    FULL JOIN
      (SELECT split_part(a.kind, ':', 3) AS operator, sum(p.amount_minor) AS minor FROM ledger_posting p
        JOIN ledger_account a ON a.id = p.account_id JOIN ledger_entry e ON e.id = p.entry_id
        WHERE a.kind LIKE 'platform:clearing:%' AND e.kind LIKE 'directbilling.%' GROUP BY a.kind) AS owed USING (operator)
    WHERE coalesce(booked.minor, 0) <> coalesce(owed.minor, 0)`,
  'a charge whose state is not the last one of its history': `
    SELECT c.reference FROM direct_billing_charge c
    WHERE c.state <> coalesce((SELECT h.to_status FROM state_history h WHERE h.subject_id = c.reference ORDER BY h.sequence DESC LIMIT 1), 'sent')`,
  'a payment whose state is not the last one of its history': `
    SELECT t.id FROM payment_transaction t
    WHERE t.status <> coalesce((SELECT h.to_status FROM state_history h WHERE h.subject_id = t.id ORDER BY h.sequence DESC LIMIT 1), 'transaction_new')`,
  'a payment with a missing or extra notification': `
    SELECT t.id FROM payment_transaction t
    WHERE (SELECT count(*) FROM state_history h WHERE h.subject_id = t.id)
       <> (SELECT count(*) FROM webhook_event e JOIN webhook_delivery d ON d.event_id = e.id
           WHERE e.subject_id = t.id::text AND e.type = 'transaction:status_changed')`,
  'a partner code that has paid or was declined, with a missing or extra notification': `
    SELECT t.id FROM payment_transaction t CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE c.state = 'paid') AS paid, count(*) FILTER (WHERE c.state = 'refused') AS refused
      FROM payment_code c JOIN payment_attempt a ON a.reference = c.attempt_reference WHERE a.transaction_id = t.id AND a.channel = 'blik-level0') c
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE e.body::jsonb #>> '{data,ticket_status}' = 'VALID') AS paid, count(*) AS n FROM webhook_event e
      WHERE e.subject_id = t.id::text AND e.type = 'transaction_blik_level0:code_status_changed') e
    WHERE e.paid <> c.paid OR e.n < c.paid + c.refused`,
  'an alias whose state is not the last one of its history': `
    SELECT a.id FROM payment_alias a
    WHERE a.status <> coalesce((SELECT h.to_status FROM state_history h WHERE h.subject_id = a.id ORDER BY h.sequence DESC LIMIT 1),
      'alias_pending_registration')`,
  'an alias with a missing or extra notification': `
    SELECT a.id FROM payment_alias a
    WHERE (SELECT count(*) FROM state_history h WHERE h.subject_id = a.id)
       <> (SELECT count(*) FROM webhook_event e JOIN webhook_delivery d ON d.event_id = e.id WHERE e.subject_id = a.id::text)`,
  'a pending alias that is not polled, or whose code was declined or not sent': `
    SELECT a.id FROM payment_alias a WHERE a.type = 'UID' AND a.status = 'alias_pending_registration'
      AND (a.next_poll_at IS NULL OR EXISTS (SELECT FROM payment_code c WHERE c.registers_alias_id = a.id AND c.state IN ('refused', 'not_sent')))`,
  'a payment and an attempt that disagree about the money': `
    SELECT t.id FROM payment_transaction t
    WHERE (t.status IN ('transaction_paid', 'transaction_refunded')) <> EXISTS (SELECT FROM payment_attempt a WHERE a.transaction_id = t.id AND a.state = 'paid')
       OR (t.status = 'transaction_fraud_possibility') <> EXISTS (SELECT FROM payment_attempt a WHERE a.transaction_id = t.id AND a.state = 'held')`,
  'an attempt whose state is not the last one of its history': `
    SELECT a.reference FROM payment_attempt a
    WHERE a.state <> coalesce((SELECT h.to_status FROM state_history h WHERE h.subject_id = a.reference ORDER BY h.sequence DESC LIMIT 1), 'sent')`,
  'an attempt without a definite outcome that is not polled, or a polled one with an outcome': `
    SELECT reference FROM payment_attempt
    WHERE amount_minor > 0 AND (state IN ('sent', 'pending', 'authorized', 'lapsed', 'return_due')) AND next_poll_at IS NULL
       OR next_poll_at IS NOT NULL AND state IN ('failed', 'canceled', 'expired', 'not_sent', 'not_found')`,
  'a refund whose state is not the last one of its history': `
    SELECT r.id FROM payment_refund r
    WHERE r.status <> coalesce((SELECT h.to_status FROM state_history h WHERE h.subject_id = r.id ORDER BY h.sequence DESC LIMIT 1), 'refund_new')`,
  'a refund with a missing or extra notification': `
    SELECT r.id FROM payment_refund r
    WHERE (SELECT count(*) FROM state_history h WHERE h.subject_id = r.id)
       <> (SELECT count(*) FROM webhook_event e JOIN webhook_delivery d ON d.event_id = e.id WHERE e.subject_id = r.id::text)`,
  'a payment whose sums differ from its refunds': `
    SELECT t.id FROM payment_transaction t CROSS JOIN LATERAL (
      SELECT count(*) AS n, coalesce(sum(amount_minor) FILTER (WHERE living), 0) AS minor, coalesce(sum(wallet_minor) FILTER (WHERE living), 0) AS pln_minor,
        coalesce(sum(amount_minor) FILTER (WHERE status = 'refund_completed'), 0) AS back_minor
      FROM (SELECT *, status IN ('refund_new', 'refund_pending', 'refund_completed') AS living FROM payment_refund) r WHERE r.transaction_id = t.id) r
    WHERE (t.refund_count, t.refund_minor, t.refund_pln_minor, t.refunded_minor) <> (r.n, r.minor, r.pln_minor, r.back_minor)`,
  'a payment whose state contradicts its refunded amount': `
    SELECT id FROM payment_transaction WHERE amount_minor > 0 AND (status = 'transaction_refunded') <> (refunded_minor = amount_minor)`,
  'a wallet whose reserved amount differs from its pending refunds': `
    SELECT w.partner_id, w.test, w.reserved_minor, coalesce(r.minor, 0) AS minor FROM wallet w LEFT JOIN (
      SELECT s.partner_id, r.test, sum(r.wallet_minor) AS minor FROM payment_refund r JOIN service s ON s.id = r.service_id
      WHERE r.status IN ('refund_new', 'refund_pending') GROUP BY s.partner_id, r.test) AS r USING (partner_id, test)
    WHERE w.reserved_minor <> coalesce(r.minor, 0)`,
  'a currency whose postings do not sum to zero': 'SELECT currency FROM ledger_posting GROUP BY currency HAVING sum(amount_minor) <> 0',
  'a subject whose attempt count differs from its delivery attempts': `
    SELECT s.subject_id FROM webhook_subject s
    WHERE s.attempt_count <> (SELECT count(*) FROM webhook_attempt a JOIN webhook_event e ON e.id = a.event_id WHERE e.subject_id = s.subject_id)`,
};

/** Fails if a change is half-done: each change must have its history, counters, notification and ledger entry. */
export async function expectConsistent(world: Pick<FaultWorld, 'sql'>): Promise<void> {
  for (const [description, sql] of Object.entries(INCONSISTENCIES)) {
    const rows = await world.sql(sql);
    if (rows.length > 0) throw new Error(`There is ${description}: ${JSON.stringify(rows.slice(0, 5))}`);
  }
  for (const list of PRODUCTS.flatMap(({ lists = [] }) => lists)) await expectVerified(world, list);
}

/** Checks the counters of a list with the queries of `counters verify`, too. `INCONSISTENCIES` has an independent statement about them. */
async function expectVerified({ sql }: Pick<FaultWorld, 'sql'>, list: List): Promise<void> {
  const scopes = await sql<{ name: string }>(scopesWithRows(list).text, ['', MAX_SCOPES]);
  for (const { name } of scopes) {
    const counter = list.counter(name);
    const compared = await sql<ComparedCounter>(compareBuckets(list, false).text, [name, counter, '-infinity', 'infinity']);
    const differing = [...compared, ...(await sql<ComparedCounter>(compareTotals(false).text, [counter]))].filter(
      ({ level }) => level !== null,
    );
    if (differing.length > 0)
      throw new Error(`counters verify finds wrong counters of ${counter}: ${JSON.stringify(differing.slice(0, 5))}`);
  }
}

const MAX_SCOPES = 500;

interface ComparedCounter {
  level: number | null;
}
