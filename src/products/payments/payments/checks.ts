import { type Check, inBatch } from '../../../platform/checks/check.js';
import { columnMismatches, type RowRule, sentence, timeMismatch, valueMismatch } from '../../../platform/checks/rules.js';
import { ID_KEY } from '../../../runtime/database/rows/row-batches.js';
import { PAYMENT_TRANSITIONS } from './states.js';

const OF_BATCH = inBatch('transaction_id');

/** SQL: whether the status fits the attempt `m` that was captured: `m` is paid, held, or was held and then rejected. */
const STATUS_FITS = `CASE
  WHEN m.reference IS NULL THEN t.status NOT IN ('transaction_paid', 'transaction_refunded', 'transaction_fraud_possibility', 'transaction_fraud')
  WHEN m.state = 'paid' THEN t.status IN ('transaction_paid', 'transaction_refunded')
  WHEN m.state = 'held' THEN t.status = 'transaction_fraud_possibility'
  ELSE t.status = 'transaction_fraud' END`;
/** SQL: the end of a message about the attempt `m`. */
const ATTEMPT_TEXT = `CASE WHEN m.reference IS NULL THEN 'it has no captured attempt' ELSE concat('its attempt ', m.reference, ' is ', m.state) END`;

const refundsMismatch = (column: string): RowRule =>
  valueMismatch(column, `t.${column}`, `coalesce(r.${column}, 0)`, 'its refunds result in');

/** A payment is consistent with its captured attempt, its refunds, the times of its entries and the stored exchange rates. */
export const PAYMENT_CHECK: Check = {
  table: 'payment_transaction',
  as: 't',
  key: ID_KEY,
  rules: {
    joins: `
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
    list: [
      [`NOT ${STATUS_FITS}`, sentence`its status is ${'t.status'}, and ${ATTEMPT_TEXT}`],
      ...columnMismatches('t', 'm', 'its attempt has', ['service_id', 'amount_minor', 'currency', 'pln_minor', 'channel', 'test'], {
        when: 'm.reference IS NOT NULL',
      }),
      // Without a captured attempt the shares must be null.
      ...columnMismatches('t', 'm', 'its attempt has', ['commission_minor', 'partner_minor']),
      ...['refund_count', 'refund_minor', 'refund_pln_minor', 'refunded_minor'].map(refundsMismatch),
      [
        `(t.status = 'transaction_refunded') <> (t.amount_minor > 0 AND t.refunded_minor = t.amount_minor)`,
        sentence`its status is ${'t.status'}, and ${'t.refunded_minor'} of its ${'t.amount_minor'} are refunded`,
      ],
      [
        't.refund_minor + coalesce(c.minor, 0) > t.amount_minor',
        sentence`its refunds of ${'t.refund_minor'} and its chargebacks of ${'c.minor'} exceed its amount of ${'t.amount_minor'}`,
      ],
      [`(t.paid_at IS NULL) = (m.state IS NOT DISTINCT FROM 'paid')`, sentence`its paid_at is ${'t.paid_at'}, and ${ATTEMPT_TEXT}`],
      [
        `(t.held_at IS NULL) = (m.was_held IS NOT DISTINCT FROM true)`,
        sentence`its held_at is ${'t.held_at'}, and was_held of its attempt is ${'m.was_held'}`,
      ],
      timeMismatch('paid_at', 't.paid_at', 'paid.occurred_at', 'its entry is from'),
      timeMismatch('held_at', 't.held_at', 'held.occurred_at', 'its entry is from'),
      [
        `t.currency <> 'PLN' AND NOT EXISTS (SELECT FROM payment_exchange_rate x WHERE x.currency = t.currency AND x.pln_rate = t.pln_rate)`,
        sentence`its pln_rate is ${'t.pln_rate'}, and there is no such exchange rate for ${'t.currency'}`,
      ],
    ],
  },
  history: { column: 'status', initial: PAYMENT_TRANSITIONS.initial },
};
