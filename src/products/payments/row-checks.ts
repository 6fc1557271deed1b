import { stateCheck } from '../../platform/history/state-check.js';
import type { RowCheck } from '../../platform/products/row-check.js';
import { ATTEMPT_ROW_CHECK } from './attempts/attempt-row-check.js';
import { ATTEMPT_TRANSITIONS } from './attempts/attempt-transitions.js';
import { CHARGEBACK_ROW_CHECK } from './chargebacks/chargeback-row-check.js';
import { REFUND_ROW_CHECK } from './refunds/refund-row-check.js';
import { REFUND_TRANSITIONS } from './refunds/refund-transitions.js';
import { RECURRING_CHARGE_CHECK, SUBSCRIPTION_CHECK } from './subscriptions/subscription-checks.js';
import { SUBSCRIPTION_TRANSITIONS } from './subscriptions/subscription-transitions.js';
import { PAYMENT_CHECK } from './transactions/payment-check.js';
import { PAYMENT_TRANSITIONS } from './transactions/payment-transitions.js';

/** The ledger checks of the rows of online payments. */
export const PAYMENT_ROW_CHECKS: readonly RowCheck[] = [
  PAYMENT_CHECK,
  ATTEMPT_ROW_CHECK,
  REFUND_ROW_CHECK,
  CHARGEBACK_ROW_CHECK,
  SUBSCRIPTION_CHECK,
  RECURRING_CHARGE_CHECK,
  stateCheck({ table: 'payment_transaction', key: 'id', state: 'status', initial: PAYMENT_TRANSITIONS.initial }),
  stateCheck({ table: 'payment_attempt', key: 'reference', state: 'state', initial: ATTEMPT_TRANSITIONS.initial }),
  stateCheck({ table: 'payment_refund', key: 'id', state: 'status', initial: REFUND_TRANSITIONS.initial }),
  stateCheck({ table: 'payment_subscription', key: 'id', state: 'status', initial: SUBSCRIPTION_TRANSITIONS.initial }),
];
