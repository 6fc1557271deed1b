import { uuidToReference } from '../../../common/reference.js';
import type { StartedAttempt } from '../../../connectors/acquirers/port/attempt.js';
import type { PaymentAttempt } from './payment-attempt.entity.js';

/** An attempt in the form that connectors take. */
export function toStartedAttempt({ reference, channel, amountMinor, currency, providerRef, data }: PaymentAttempt): StartedAttempt {
  return { reference: uuidToReference(reference), channel, money: { amountMinor, currency }, providerRef, data };
}
