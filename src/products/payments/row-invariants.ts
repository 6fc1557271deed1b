import { stateInvariant } from '../../platform/history/state-invariant.js';
import type { RowInvariant } from '../../platform/ledger/rows/row-invariant.js';
import { CHARGED_INVARIANT } from './attempts/charged-invariant.js';
import { ATTEMPT_TRANSITIONS } from './attempts/attempt-transitions.js';
import { CHARGED_BACK_INVARIANT } from './chargebacks/charged-back-invariant.js';
import { REFUNDED_INVARIANT } from './refunds/refunded-invariant.js';
import { REFUND_TRANSITIONS } from './refunds/refund-transitions.js';
import { PAYMENT_CHARGE_INVARIANT, SUBSCRIPTION_INVARIANT } from './subscriptions/subscription-invariants.js';
import { SUBSCRIPTION_TRANSITIONS } from './subscriptions/subscription-transitions.js';
import { PAYMENT_INVARIANT } from './transactions/payment-invariant.js';
import { PAYMENT_TRANSITIONS } from './transactions/payment-transitions.js';

/** Invariants between the rows of payments. */
export const PAYMENT_ROW_INVARIANTS: readonly RowInvariant[] = [
  PAYMENT_INVARIANT,
  CHARGED_INVARIANT,
  REFUNDED_INVARIANT,
  CHARGED_BACK_INVARIANT,
  SUBSCRIPTION_INVARIANT,
  PAYMENT_CHARGE_INVARIANT,
  stateInvariant({ table: 'payment_transaction', key: 'id', state: 'status', initial: PAYMENT_TRANSITIONS.initial }),
  stateInvariant({ table: 'payment_attempt', key: 'reference', state: 'state', initial: ATTEMPT_TRANSITIONS.initial }),
  stateInvariant({ table: 'payment_refund', key: 'id', state: 'status', initial: REFUND_TRANSITIONS.initial }),
  stateInvariant({ table: 'payment_subscription', key: 'id', state: 'status', initial: SUBSCRIPTION_TRANSITIONS.initial }),
];
