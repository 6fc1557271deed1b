import { stateProof } from '../../platform/history/state-proof.js';
import type { RowProof } from '../../platform/ledger/rows/row-proof.js';
import { CHARGED_PROOF } from './attempts/charged-proof.js';
import { ATTEMPT_TRANSITIONS } from './attempts/attempt-transitions.js';
import { TAKEN_BACK_PROOF } from './chargebacks/taken-back-proof.js';
import { GIVEN_BACK_PROOF } from './refunds/given-back-proof.js';
import { REFUND_TRANSITIONS } from './refunds/refund-transitions.js';
import { CHARGE_PROOF, SUBSCRIPTION_PROOF } from './subscriptions/subscription-proofs.js';
import { SUBSCRIPTION_TRANSITIONS } from './subscriptions/subscription-transitions.js';
import { PAYMENT_PROOF } from './transactions/payment-proof.js';
import { PAYMENT_TRANSITIONS } from './transactions/payment-transitions.js';

/** What the rows of payments have to say of each other. */
export const PAYMENT_ROW_PROOFS: readonly RowProof[] = [
  PAYMENT_PROOF,
  CHARGED_PROOF,
  GIVEN_BACK_PROOF,
  TAKEN_BACK_PROOF,
  SUBSCRIPTION_PROOF,
  CHARGE_PROOF,
  stateProof({ table: 'payment_transaction', key: 'id', state: 'status', initial: PAYMENT_TRANSITIONS.initial }),
  stateProof({ table: 'payment_attempt', key: 'reference', state: 'state', initial: ATTEMPT_TRANSITIONS.initial }),
  stateProof({ table: 'payment_refund', key: 'id', state: 'status', initial: REFUND_TRANSITIONS.initial }),
  stateProof({ table: 'payment_subscription', key: 'id', state: 'status', initial: SUBSCRIPTION_TRANSITIONS.initial }),
];
