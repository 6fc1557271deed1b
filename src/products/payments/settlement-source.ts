import { CHANNEL_IDS } from '../../connectors/acquirers/catalogue/channel-ids.js';
import type { SettlementSource } from '../../platform/ledger/files/settlement-source.js';

const TOOK_MONEY = "a.state IN ('paid', 'held', 'return_due', 'returned', 'suspense')";

/** The amount that the acquirer says it took, or else the amount of the attempt. */
const amountOf = (sign: '' | '-'): string =>
  `${sign}coalesce(a.captured_minor, a.amount_minor) AS amount_minor, coalesce(a.captured_currency, a.currency) AS currency`;

/** SQL for all accounts at acquirers. It steps through the index of the table from one account to the next. */
export const accountsOf = (table: 'payment_attempt' | 'payment_refund'): string => `
  WITH RECURSIVE connector AS (
    (SELECT connector AS name FROM ${table} WHERE provider_ref IS NOT NULL ORDER BY connector LIMIT 1)
    UNION ALL
    SELECT (SELECT a.connector FROM ${table} a WHERE a.connector > c.name AND a.provider_ref IS NOT NULL ORDER BY a.connector LIMIT 1)
    FROM connector c WHERE c.name IS NOT NULL
  )`;

/** For rows that share their names with no other row. */
const ONLY = '1::bigint AS nth';

/** All names of an attempt: the gateway's reference and the acquirer's name. */
const ATTEMPT_NAMES = 'ARRAY[a.reference] AS own, array_remove(ARRAY[a.provider_ref], NULL) AS names';
/** To the acquirer a reversal is a refund with names of its own. Some acquirers list it under the names of its payment. */
const RETURN_NAMES =
  'ARRAY[a.reference, a.reversal_reference] AS own, array_remove(ARRAY[a.provider_ref, a.reversal_provider_ref], NULL) AS names';

const ATTEMPT = `(
  SELECT * FROM payment_attempt x WHERE x.reference = l.own
  UNION SELECT x.* FROM connector c JOIN payment_attempt x ON x.connector = c.name AND x.provider_ref = l.reference OFFSET 0)`;

const named = (
  amount: string,
  condition: string,
  { also = '', names = ATTEMPT_NAMES, nth = ONLY }: { also?: string; names?: string; nth?: string } = {},
): string => `
  SELECT l.reference AS named, ${names}, ${amount}, ${nth} FROM line l CROSS JOIN LATERAL ${ATTEMPT} AS a ${also}
  WHERE a.channel = $1 AND a.test = $2 AND ${condition}`;

/** Starts from the reversed attempts, because they are few. */
const returned = (condition: string): string => `
  SELECT l.reference AS named, ${RETURN_NAMES}, ${amountOf('-')}, ${ONLY} FROM line l JOIN payment_attempt a
    ON a.state IN ('returned', 'suspense') AND a.reversed_at IS NOT NULL AND ${condition}
  WHERE a.channel = $1 AND a.test = $2`;

const entered = (
  kind: string,
  condition: string,
  amount: string,
  { also = '', names = ATTEMPT_NAMES, nth = ONLY }: { also?: string; names?: string; nth?: string } = {},
): string => `
  SELECT e.id, ${names}, ${amount}, ${nth}
  FROM entry e ${also} CROSS JOIN LATERAL (
    SELECT * FROM payment_attempt x WHERE ${condition.replaceAll('$kind', `CASE e.kind WHEN '${kind}' THEN e.reference END`)} OFFSET 0) AS a
  WHERE a.channel = $1 AND a.test = $2`;

const CHARGED_BACK = 'JOIN payment_chargeback b ON b.attempt_reference = a.reference';
const OF_CHARGEBACK = '-b.amount_minor AS amount_minor, b.currency';

const CHARGEBACK =
  "JOIN payment_chargeback b ON b.id = CASE e.kind WHEN 'payment.chargeback' THEN split_part(e.reference, ':', 2)::uuid END";

/** Several chargebacks of one attempt share its names and may have the same amount, so they are numbered. */
const nthChargeback = (since: string): string => `(
  SELECT count(*) FROM payment_chargeback o
  WHERE o.attempt_reference = b.attempt_reference AND o.amount_minor = b.amount_minor AND ${since} AND (o.created_at, o.id) <= (b.created_at, b.id)) AS nth`;

/** Settlement files list attempts by the acquirer's name, or by the gateway's reference in any form. */
export const ATTEMPT_SETTLEMENT_SOURCE: SettlementSource = {
  providers: CHANNEL_IDS,
  lookup: `${accountsOf('payment_attempt')} ${[
    named(amountOf(''), TOOK_MONEY),
    named(amountOf('-'), 'a.reversed_at IS NOT NULL', { names: RETURN_NAMES }),
    returned('a.reversal_reference = l.own'),
    returned('a.reversal_provider_ref = l.reference'),
    named(OF_CHARGEBACK, 'true', { also: CHARGED_BACK, nth: nthChargeback('true') }),
  ].join(' UNION ALL ')}`,
  ofEntries: [
    entered('payment.paid', "x.transaction_id = ($kind)::uuid AND x.state = 'paid' AND NOT x.was_held", amountOf('')),
    entered('payment.held', 'x.transaction_id = ($kind)::uuid AND x.was_held', amountOf('')),
    // Corrected suspense became the payment's money, and a reversal that the acquirer undid had no effect. So neither needs a line.
    entered('payment.suspense', "x.reference = split_part($kind, ':', 2)::uuid AND x.corrected_minor IS NULL", amountOf('')),
    entered('payment.suspense_returned', "x.reference = split_part($kind, ':', 2)::uuid AND x.state = 'returned'", amountOf('-'), {
      names: RETURN_NAMES,
    }),
    entered('payment.chargeback', 'x.reference = b.attempt_reference', OF_CHARGEBACK, {
      also: CHARGEBACK,
      nth: nthChargeback('o.created_at >= e.from_at'),
    }),
  ].join(' UNION ALL '),
};

const REFUND_NAMES = 'ARRAY[r.id] AS own, array_remove(ARRAY[r.provider_ref], NULL) AS names';

const REFUND = `(
  SELECT * FROM payment_refund x WHERE x.id = l.own
  UNION SELECT x.* FROM connector c JOIN payment_refund x ON x.connector = c.name AND x.provider_ref = l.reference OFFSET 0)`;

const namedRefund = (sign: '' | '-', condition: string): string => `
  SELECT l.reference AS named, ${REFUND_NAMES}, ${sign}r.amount_minor AS amount_minor, r.currency, ${ONLY} FROM line l CROSS JOIN LATERAL ${REFUND} AS r
  WHERE r.channel = $1 AND r.test = $2 AND ${condition}`;

const enteredRefund = (kind: string, sign: '' | '-'): string => `
  SELECT e.id, ${REFUND_NAMES}, ${sign}r.amount_minor AS amount_minor, r.currency, ${ONLY}
  FROM entry e CROSS JOIN LATERAL (
    SELECT * FROM payment_refund x WHERE x.id = (CASE e.kind WHEN '${kind}' THEN split_part(e.reference, ':', 2) END)::uuid OFFSET 0) AS r
  WHERE r.channel = $1 AND r.test = $2`;

/** Refunds by the acquirer's name or the gateway's reference: completed ones, and completed ones that the acquirer reversed. */
export const REFUND_SETTLEMENT_SOURCE: SettlementSource = {
  providers: CHANNEL_IDS,
  lookup: `${accountsOf('payment_refund')} ${[
    namedRefund('-', 'r.completed_at IS NOT NULL'),
    namedRefund('', "r.completed_at IS NOT NULL AND r.status = 'refund_failed'"),
  ].join(' UNION ALL ')}`,
  ofEntries: [enteredRefund('refund.completed', '-'), enteredRefund('refund.taken_back', '')].join(' UNION ALL '),
};
