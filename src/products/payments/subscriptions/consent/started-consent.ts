import type { StartedConsent } from '../../../../connectors/channels/port/consent.js';
import { referenceOf } from '../../../../common/reference.js';
import type { PaymentSubscription } from '../payment-subscription.entity.js';

/** A consent as connectors know it. */
export function startedConsent({ id, model, providerRef, data }: PaymentSubscription, aliasValue: string): StartedConsent {
  return { reference: referenceOf(id), model, aliasValue, providerRef, data };
}
