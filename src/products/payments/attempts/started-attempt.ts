import { referenceOf } from '../../../common/reference.js';
import type { StartedAttempt } from '../../../connectors/channels/port/attempt.js';
import type { PaymentAttempt } from './payment-attempt.entity.js';

/** An attempt as connectors are given it. */
export function startedAttempt({ reference, channel, amountMinor, currency, providerRef, data }: PaymentAttempt): StartedAttempt {
  return { reference: referenceOf(reference), channel, money: { amountMinor, currency }, providerRef, data };
}
