import type { StartedMandate } from '../../../../connectors/channels/port/mandate.js';
import { referenceOf } from '../../../../common/reference.js';
import type { PaymentSubscription } from '../payment-subscription.entity.js';

/** A mandate as connectors are given it. */
export function startedMandate({ id, model, providerRef, data }: PaymentSubscription, aliasValue: string): StartedMandate {
  return { reference: referenceOf(id), model, aliasValue, providerRef, data };
}
