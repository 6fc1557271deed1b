import { defineTransitions } from '../../../common/state/transitions.js';

/**
 * - `subscription_pending`: not known yet whether the payer agreed
 * - `subscription_active`: it can be charged
 * - `subscription_cancelled`: it was ended, or its registration failed (`cancelled_by`)
 * - `subscription_expired`: its time is over, or the payer did not agree in time
 * - `subscription_finished`: all that was agreed has been charged
 * - `subscription_fraudulent`: it was not the payer who agreed
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

/** `system`: the gateway or staff; `merchant`: the partner; `blik`: the scheme or the payer's bank. */
export const CANCELLERS = ['system', 'antifraud', 'merchant', 'payer', 'blik'] as const;
export type CancelledBy = (typeof CANCELLERS)[number];

export const SUBSCRIPTION_MODES = ['BLIK', 'CARD'] as const;
export type SubscriptionMode = (typeof SUBSCRIPTION_MODES)[number];
