import { CHANNEL_IDS } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import type { SettlementSource } from '../../../platform/products/settlement-source.js';
import { distinctOf } from '../../../runtime/database/distinct-of.js';

/** States of attempts whose money the acquirer captured. */
const CAPTURED_SQL = "a.state IN ('paid', 'held', 'return_due', 'returned', 'suspense')";

/** The amount that the acquirer reported as captured, or else the amount of the attempt. */
const capturedAmountSql = (sign: '' | '-'): string =>
  `${sign}coalesce(a.captured_minor, a.amount_minor) AS amount_minor, coalesce(a.captured_currency, a.currency) AS currency`;

/** SQL of a CTE `account` with all accounts that have a row with an acquirer's reference in the table. */
export const accountsOf = (table: 'payment_attempt' | 'payment_refund'): string =>
  `WITH RECURSIVE ${distinctOf('account', { table, key: ['connector'], where: 'provider_ref IS NOT NULL' })}`;

/** Rows with the same references and amount are numbered. A row that shares its references with no other row has the number 1. */
const SINGLE_NTH = '1::bigint AS nth';

/** The gateway's references (`own`) and the acquirer's references (`names`) of an attempt. */
const ATTEMPT_NAMES = 'ARRAY[a.reference] AS own, array_remove(ARRAY[a.provider_ref], NULL) AS names';
/** To the acquirer a reversal is a refund with references of its own. Some acquirers list it with the references of its payment. */
const REVERSAL_NAMES =
  'ARRAY[a.reference, a.reversal_reference] AS own, array_remove(ARRAY[a.provider_ref, a.reversal_provider_ref], NULL) AS names';

/**
 * The attempt of a line `l` of the file: by the gateway's reference, or by the acquirer's reference at any account. `OFFSET 0`, here and
 * below, keeps PostgreSQL from merging the subquery into the query around it, so that the subquery uses its indexes.
 */
const FIND_ATTEMPT = `(
  SELECT * FROM payment_attempt x WHERE x.reference = l.own
  UNION SELECT x.* FROM account JOIN payment_attempt x ON x.connector = account.connector AND x.provider_ref = l.reference OFFSET 0)`;

/** Lines that match attempts, with the amount that the line should have. */
const matchedLinesSql = (
  amount: string,
  condition: string,
  { join = '', names = ATTEMPT_NAMES, nth = SINGLE_NTH }: { join?: string; names?: string; nth?: string } = {},
): string => `
  SELECT l.reference AS named, ${names}, ${amount}, ${nth} FROM line l CROSS JOIN LATERAL ${FIND_ATTEMPT} AS a ${join}
  WHERE a.channel = $1 AND a.test = $2 AND ${condition}`;

/** Lines that match reversals by the reversal's own references. Starts from the reversed attempts, because they are few. */
const reversedLinesSql = (condition: string): string => `
  SELECT l.reference AS named, ${REVERSAL_NAMES}, ${capturedAmountSql('-')}, ${SINGLE_NTH} FROM line l JOIN payment_attempt a
    ON a.state IN ('returned', 'suspense') AND a.reversed_at IS NOT NULL AND ${condition}
  WHERE a.channel = $1 AND a.test = $2`;

/**
 * Ledger entries of one kind, with the attempt and the amount that the file should have. `$kind` in the condition is the entry's reference.
 */
const entriesSql = (
  kind: string,
  condition: string,
  amount: string,
  { join = '', names = ATTEMPT_NAMES, nth = SINGLE_NTH }: { join?: string; names?: string; nth?: string } = {},
): string => `
  SELECT e.id, ${names}, ${amount}, ${nth}
  FROM entry e ${join} CROSS JOIN LATERAL (
    SELECT * FROM payment_attempt x WHERE ${condition.replaceAll('$kind', `CASE e.kind WHEN '${kind}' THEN e.reference END`)} OFFSET 0) AS a
  WHERE a.channel = $1 AND a.test = $2`;

const JOIN_CHARGEBACKS = 'JOIN payment_chargeback b ON b.attempt_reference = a.reference';
const CHARGEBACK_AMOUNT = '-b.amount_minor AS amount_minor, b.currency';

const JOIN_CHARGEBACK_OF_ENTRY =
  "JOIN payment_chargeback b ON b.id = CASE e.kind WHEN 'payment.chargeback' THEN split_part(e.reference, ':', 2)::uuid END";

/** Several chargebacks of one attempt share its references and may have the same amount, so they are numbered. */
const nthChargebackSql = (condition: string): string => `(
  SELECT count(*) FROM payment_chargeback o
  WHERE o.attempt_reference = b.attempt_reference AND o.amount_minor = b.amount_minor AND ${condition} AND (o.created_at, o.id) <= (b.created_at, b.id)) AS nth`;

/** Attempts, reversals and chargebacks in settlement files, by the acquirer's reference, or by the gateway's reference in any form. */
export const ATTEMPT_SETTLEMENT_SOURCE: SettlementSource = {
  providers: CHANNEL_IDS,
  lookup: `${accountsOf('payment_attempt')} ${[
    matchedLinesSql(capturedAmountSql(''), CAPTURED_SQL),
    matchedLinesSql(capturedAmountSql('-'), 'a.reversed_at IS NOT NULL', { names: REVERSAL_NAMES }),
    reversedLinesSql('a.reversal_reference = l.own'),
    reversedLinesSql('a.reversal_provider_ref = l.reference'),
    matchedLinesSql(CHARGEBACK_AMOUNT, 'true', { join: JOIN_CHARGEBACKS, nth: nthChargebackSql('true') }),
  ].join(' UNION ALL ')}`,
  ofEntries: [
    entriesSql('payment.paid', "x.transaction_id = ($kind)::uuid AND x.state = 'paid' AND NOT x.was_held", capturedAmountSql('')),
    entriesSql('payment.held', 'x.transaction_id = ($kind)::uuid AND x.was_held', capturedAmountSql('')),
    // Corrected suspense became the payment's money, and a reversal that the acquirer undid had no effect. So the file needs no line for
    // them.
    entriesSql('payment.suspense', "x.reference = split_part($kind, ':', 2)::uuid AND x.corrected_minor IS NULL", capturedAmountSql('')),
    entriesSql(
      'payment.suspense_returned',
      "x.reference = split_part($kind, ':', 2)::uuid AND x.state = 'returned'",
      capturedAmountSql('-'),
      {
        names: REVERSAL_NAMES,
      },
    ),
    entriesSql('payment.chargeback', 'x.reference = b.attempt_reference', CHARGEBACK_AMOUNT, {
      join: JOIN_CHARGEBACK_OF_ENTRY,
      nth: nthChargebackSql('o.created_at >= e.from_at'),
    }),
  ].join(' UNION ALL '),
};

const REFUND_NAMES = 'ARRAY[r.id] AS own, array_remove(ARRAY[r.provider_ref], NULL) AS names';

const FIND_REFUND = `(
  SELECT * FROM payment_refund x WHERE x.id = l.own
  UNION SELECT x.* FROM account JOIN payment_refund x ON x.connector = account.connector AND x.provider_ref = l.reference OFFSET 0)`;

const matchedRefundLinesSql = (sign: '' | '-', condition: string): string => `
  SELECT l.reference AS named, ${REFUND_NAMES}, ${sign}r.amount_minor AS amount_minor, r.currency, ${SINGLE_NTH} FROM line l CROSS JOIN LATERAL ${FIND_REFUND} AS r
  WHERE r.channel = $1 AND r.test = $2 AND ${condition}`;

const refundEntriesSql = (kind: string, sign: '' | '-'): string => `
  SELECT e.id, ${REFUND_NAMES}, ${sign}r.amount_minor AS amount_minor, r.currency, ${SINGLE_NTH}
  FROM entry e CROSS JOIN LATERAL (
    SELECT * FROM payment_refund x WHERE x.id = (CASE e.kind WHEN '${kind}' THEN split_part(e.reference, ':', 2) END)::uuid OFFSET 0) AS r
  WHERE r.channel = $1 AND r.test = $2`;

/**
 * Refunds in settlement files, by the acquirer's or the gateway's reference: completed ones, and those that the acquirer reversed later.
 */
export const REFUND_SETTLEMENT_SOURCE: SettlementSource = {
  providers: CHANNEL_IDS,
  lookup: `${accountsOf('payment_refund')} ${[
    matchedRefundLinesSql('-', 'r.completed_at IS NOT NULL'),
    matchedRefundLinesSql('', "r.completed_at IS NOT NULL AND r.status = 'refund_failed'"),
  ].join(' UNION ALL ')}`,
  ofEntries: [refundEntriesSql('refund.completed', '-'), refundEntriesSql('refund.taken_back', '')].join(' UNION ALL '),
};
