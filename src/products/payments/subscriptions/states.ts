import { defineTransitions } from '../../../common/transitions.js';

/**
 * - `subscription_pending`: it is not known yet whether the payer confirmed the mandate
 * - `subscription_active`: the subscription can be charged
 * - `subscription_cancelled`: ended by one of `CANCELLERS`, or the registration of its mandate failed. `cancelled_by` names who ended it
 * - `subscription_expired`: the end of its terms has passed, or the payer did not confirm in time
 * - `subscription_finished`: the agreed number or sum of charges is reached
 * - `subscription_fraudulent`: staff found fraud: not the payer but another person consented
 */
export const SUBSCRIPTION_TRANSITIONS = defineTransitions({
  subscription_pending: ['subscription_active', 'subscription_cancelled', 'subscription_expired'],
  subscription_active: ['subscription_cancelled', 'subscription_expired', 'subscription_finished', 'subscription_fraudulent'],
  subscription_cancelled: [],
  subscription_expired: [],
  subscription_finished: [],
  subscription_fraudulent: [],
});
export const SUBSCRIPTION_STATUSES = SUBSCRIPTION_TRANSITIONS.states;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/**
 * Who cancelled a subscription.
 * - `system`: the gateway or staff.
 * - `antifraud`: staff, because of fraud.
 * - `merchant`: the partner.
 * - `payer`: the payer, on a page of the gateway or in the bank's app.
 * - `blik`: the BLIK scheme or the payer's bank.
 */
export const CANCELLERS = ['system', 'antifraud', 'merchant', 'payer', 'blik'] as const;
export type CancelledBy = (typeof CANCELLERS)[number];

export const SUBSCRIPTION_MODES = ['BLIK', 'CARD'] as const;
export type SubscriptionMode = (typeof SUBSCRIPTION_MODES)[number];
