/** The allowed next states of each state, by type of row and separated by spaces. Written from the contract, without the tables in src. */
const ALLOWED_TRANSITIONS: Record<string, Record<string, string>> = {
  direct_billing_transaction: {
    transaction_db_new: 'transaction_db_confirmed transaction_db_rejected',
    transaction_db_confirmed: 'transaction_db_payed transaction_db_rejected',
  },
  // Booked money of a charge is the partner's (`booked`) or is reversed (`reversal_due`).
  direct_billing_charge: {
    sent: 'accepted booked refused wrong_code not_sent not_found in_doubt reversal_due',
    accepted: 'booked refused reversal_due',
    wrong_code: 'accepted booked in_doubt reversal_due',
    not_sent: 'accepted booked in_doubt reversal_due',
    not_found: 'accepted booked in_doubt reversal_due',
    refused: 'in_doubt reversal_due',
    in_doubt: 'accepted booked refused wrong_code not_found reversal_due',
    reversal_due: 'reversed',
  },
  payment_transaction: {
    transaction_new: 'transaction_generated transaction_canceled transaction_expired transaction_failure',
    transaction_generated:
      'transaction_confirmed transaction_paid transaction_failure transaction_canceled transaction_expired transaction_fraud_possibility',
    transaction_confirmed: 'transaction_paid transaction_failure transaction_fraud_possibility',
    transaction_fraud_possibility: 'transaction_paid transaction_fraud',
    transaction_canceled: 'transaction_paid',
    transaction_failure: 'transaction_paid',
    transaction_expired: 'transaction_paid',
    transaction_paid: 'transaction_refunded transaction_fraud',
    transaction_refunded: 'transaction_paid', // the acquirer reverses a refund
  },
  payment_alias: {
    alias_pending_registration: 'alias_active alias_unregistered alias_expired',
    alias_active: 'alias_unregistered alias_expired',
  },
  payment_subscription: {
    subscription_pending: 'subscription_active subscription_cancelled subscription_expired',
    subscription_active: 'subscription_cancelled subscription_expired subscription_finished subscription_fraudulent',
  },
  payment_refund: {
    refund_new: 'refund_pending',
    refund_pending: 'refund_completed refund_rejected refund_failed',
    refund_completed: 'refund_failed',
  },
  payment_attempt: {
    sent: 'pending authorized paid held failed canceled expired not_sent not_found lapsed return_due suspense',
    pending: 'authorized paid held failed canceled expired not_found lapsed return_due suspense',
    authorized: 'paid held failed canceled expired return_due suspense',
    failed: 'paid held return_due suspense',
    canceled: 'paid held return_due suspense',
    expired: 'paid held return_due suspense',
    not_sent: 'lapsed paid held return_due suspense',
    not_found: 'lapsed paid held return_due suspense',
    lapsed: 'authorized paid held failed canceled expired not_found return_due suspense',
    held: 'paid return_due',
    return_due: 'returned suspense',
    // An acquirer may correct its status updates about money.
    returned: 'suspense',
    suspense: 'returned paid held',
  },
};

const FIRST_STATES: Record<string, string> = {
  direct_billing_transaction: 'transaction_db_new',
  direct_billing_charge: 'sent',
  payment_transaction: 'transaction_new',
  payment_attempt: 'sent',
  payment_refund: 'refund_new',
  payment_alias: 'alias_pending_registration',
  payment_subscription: 'subscription_pending',
};

export function firstState(type: string): string {
  return FIRST_STATES[type] ?? '';
}

export function isAllowedTransition(type: string, from: string, to: string): boolean {
  return (ALLOWED_TRANSITIONS[type]?.[from] ?? '').split(' ').includes(to);
}
