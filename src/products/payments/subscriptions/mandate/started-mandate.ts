import type { StartedMandate } from '../../../../connectors/acquirers/port/mandate.js';
import { uuidToReference } from '../../../../common/reference.js';
import type { PaymentSubscription } from '../payment-subscription.entity.js';

/** The mandate of a subscription in the form of the connector port. */
export function toStartedMandate({ id, model, providerRef, data }: PaymentSubscription, aliasValue: string): StartedMandate {
  return { reference: uuidToReference(id), model, aliasValue, providerRef, data };
}
