import type { ConsentTerms } from '../../../../connectors/channels/port/consent.js';
import type { PaymentSubscription } from '../payment-subscription.entity.js';

/** What the payer's bank is told of a subscription. */
export function consentTerms(subscription: PaymentSubscription): ConsentTerms {
  const { amountLimitMinor, currency, totalLimitMinor, frequency, initiationAt, countLimit, expiresAt } = subscription;
  return {
    limit: amountLimitMinor === null ? null : { amountMinor: amountLimitMinor, currency },
    totalLimitMinor,
    frequency,
    firstChargeOn: initiationAt,
    chargesLimit: countLimit,
    expiresAt,
  };
}
