import {
  inconsistencies,
  valueMismatch,
  timeMismatch,
  sentenceSql,
  valueSql,
  type Inconsistency,
} from '../../../platform/ledger/verification/inconsistencies.js';
import { UUID_KEY } from '../../../runtime/database/rows/row-batches.js';
import type { RowCheck } from '../../../platform/products/row-check.js';

const OF_BATCH = 'transaction_id >= $1 AND transaction_id < $2';

/** SQL: whether the status fits the attempt `m` that was captured: `m` is paid, held, or was held and then rejected. */
const STATUS_FITS = `CASE
  WHEN m.reference IS NULL THEN t.status NOT IN ('transaction_paid', 'transaction_refunded', 'transaction_fraud_possibility', 'transaction_fraud')
  WHEN m.state = 'paid' THEN t.status IN ('transaction_paid', 'transaction_refunded')
  WHEN m.state = 'held' THEN t.status = 'transaction_fraud_possibility'
  ELSE t.status = 'transaction_fraud' END`;
/** SQL: the end of a message about the attempt `m`. */
const ATTEMPT_TEXT = `CASE WHEN m.reference IS NULL THEN 'it has no captured attempt' ELSE concat('its attempt ', m.reference, ' is ', m.state) END`;

const attemptMismatch = (column: string): Inconsistency => {
  const [condition, reason] = valueMismatch(column, `t.${column}`, `m.${column}`, 'its attempt has');
  return [`m.reference IS NOT NULL AND ${condition}`, reason];
};
/** Without a captured attempt the shares must be null, so they are always compared. */
const sharesMismatch = (column: string): Inconsistency => valueMismatch(column, `t.${column}`, `m.${column}`, 'its attempt has');
const refundsMismatch = (column: string): Inconsistency =>
  valueMismatch(column, `t.${column}`, `coalesce(r.${column}, 0)`, 'its refunds result in');

/** Checks a payment against its captured attempt, its refunds, the times of its entries and the stored exchange rates. */
export const PAYMENT_CHECK: RowCheck = {
  table: 'payment_transaction',
  key: { column: 'id', ...UUID_KEY },
  inconsistentRowsSql: inconsistencies(
    't.id',
    `(SELECT * FROM payment_transaction WHERE id >= $1 AND id < $2) AS t
      LEFT JOIN (SELECT * FROM payment_attempt WHERE ${OF_BATCH} AND (state IN ('paid', 'held') OR was_held)) AS m ON m.transaction_id = t.id
      LEFT JOIN (
        SELECT transaction_id, count(*) AS refund_count, sum(amount_minor) FILTER (WHERE living) AS refund_minor,
          sum(wallet_minor) FILTER (WHERE living) AS refund_pln_minor, sum(amount_minor) FILTER (WHERE status = 'refund_completed') AS refunded_minor
        FROM (SELECT *, status IN ('refund_new', 'refund_pending', 'refund_completed') AS living FROM payment_refund WHERE ${OF_BATCH}) AS refund
        GROUP BY transaction_id
      ) AS r ON r.transaction_id = t.id
      LEFT JOIN (
        SELECT transaction_id, sum(amount_minor) AS minor FROM payment_chargeback WHERE ${OF_BATCH} GROUP BY transaction_id
      ) AS c ON c.transaction_id = t.id
      LEFT JOIN ledger_entry paid ON paid.reference = t.id::text AND t.paid_at IS NOT NULL
        AND paid.kind = CASE WHEN t.held_at IS NULL THEN 'payment.paid' ELSE 'payment.released' END
      LEFT JOIN ledger_entry held ON held.reference = t.id::text AND t.held_at IS NOT NULL AND held.kind = 'payment.held'`,
    [
      [`NOT ${STATUS_FITS}`, sentenceSql('its status is ', valueSql('t.status'), ', and ', { sql: ATTEMPT_TEXT })],
      attemptMismatch('service_id'),
      attemptMismatch('amount_minor'),
      attemptMismatch('currency'),
      attemptMismatch('pln_minor'),
      attemptMismatch('channel'),
      attemptMismatch('test'),
      sharesMismatch('commission_minor'),
      sharesMismatch('partner_minor'),
      refundsMismatch('refund_count'),
      refundsMismatch('refund_minor'),
      refundsMismatch('refund_pln_minor'),
      refundsMismatch('refunded_minor'),
      [
        `(t.status = 'transaction_refunded') <> (t.amount_minor > 0 AND t.refunded_minor = t.amount_minor)`,
        sentenceSql(
          'its status is ',
          valueSql('t.status'),
          ', and ',
          valueSql('t.refunded_minor'),
          ' of its ',
          valueSql('t.amount_minor'),
          ' are refunded',
        ),
      ],
      [
        't.refund_minor + coalesce(c.minor, 0) > t.amount_minor',
        sentenceSql(
          'its refunds of ',
          valueSql('t.refund_minor'),
          ' and its chargebacks of ',
          valueSql('c.minor'),
          ' exceed its amount of ',
          valueSql('t.amount_minor'),
        ),
      ],
      [
        `(t.paid_at IS NULL) = (m.state IS NOT DISTINCT FROM 'paid')`,
        sentenceSql('its paid_at is ', valueSql('t.paid_at'), ', and ', { sql: ATTEMPT_TEXT }),
      ],
      [
        `(t.held_at IS NULL) = (m.was_held IS NOT DISTINCT FROM true)`,
        sentenceSql('its held_at is ', valueSql('t.held_at'), ', and was_held of its attempt is ', valueSql('m.was_held')),
      ],
      timeMismatch('paid_at', 't.paid_at', 'paid.occurred_at', 'its entry is from'),
      timeMismatch('held_at', 't.held_at', 'held.occurred_at', 'its entry is from'),
      [
        `t.currency <> 'PLN' AND NOT EXISTS (SELECT FROM payment_exchange_rate x WHERE x.currency = t.currency AND x.pln_rate = t.pln_rate)`,
        sentenceSql('its pln_rate is ', valueSql('t.pln_rate'), ', and there is no such exchange rate for ', valueSql('t.currency')),
      ],
    ],
  ),
};
