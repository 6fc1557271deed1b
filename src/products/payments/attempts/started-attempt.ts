import { uuidToReference } from '../../../common/reference.js';
import type { StartedAttempt } from '../../../connectors/acquirers/port/attempt.js';
import type { PaymentAttempt } from './payment-attempt.entity.js';

/** An attempt as connectors are given it. */
export function startedAttempt({ reference, channel, amountMinor, currency, providerRef, data }: PaymentAttempt): StartedAttempt {
  return { reference: uuidToReference(reference), channel, money: { amountMinor, currency }, providerRef, data };
}
