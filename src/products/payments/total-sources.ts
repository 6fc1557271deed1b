import type { TotalSource } from '../../platform/products/total-source.js';

/** A payment counts once, when it is paid. It does not count again when a refund is reversed. A held payment counts when it is released. */
const PAID: TotalSource = {
  log: 'state_history',
  select: `
    SELECT t.service_id, h.at, t.test, 'paid' AS outcome, t.channel, '' AS reason, t.currency, t.amount_minor
    FROM fresh h JOIN payment_transaction t ON t.id = h.subject_id
    WHERE h.subject_type = 'payment_transaction' AND h.to_status = 'transaction_paid' AND h.from_status <> 'transaction_refunded'`,
};

/** A held payment that staff rejected counts as failed. */
const REJECTED: TotalSource = {
  log: 'state_history',
  select: `
    SELECT t.service_id, h.at, t.test, 'failed', t.channel, 'fraud', t.currency, t.amount_minor
    FROM fresh h JOIN payment_transaction t ON t.id = h.subject_id
    WHERE h.subject_type = 'payment_transaction' AND h.to_status = 'transaction_fraud' AND h.from_status = 'transaction_fraud_possibility'`,
};

/** An attempt that ended without money. A later change of its state is not counted again. */
const FAILED: TotalSource = {
  log: 'state_history',
  select: `
    SELECT a.service_id, h.at, a.test, 'failed', a.channel, CASE h.to_status WHEN 'failed' THEN coalesce(a.reason, 'other') ELSE h.to_status END,
      a.currency, a.amount_minor
    FROM fresh h JOIN payment_attempt a ON a.reference = h.subject_id
    WHERE h.subject_type = 'payment_attempt' AND h.from_status IN ('sent', 'pending', 'authorized')
      AND h.to_status IN ('failed', 'canceled', 'expired', 'not_sent', 'not_found', 'lapsed')`,
};

export const PAYMENT_TOTALS: readonly TotalSource[] = [PAID, REJECTED, FAILED];
