import {
  type ChargeDescriptionsRequest,
  Descriptions,
  SubscriptionAlias,
  type SubscriptionAliasRequest,
  SubscriptionOptions,
  type SubscriptionOptionsRequest,
} from '../../mandates/create-subscription.request.js';

/** A subscription that the payer can agree to on the gateway's page: as the API creates one, without the code. */
export class OfferedSubscriptionRequest {
  @SubscriptionAlias()
  alias: SubscriptionAliasRequest;

  @SubscriptionOptions()
  options: SubscriptionOptionsRequest;

  @Descriptions()
  descriptions?: ChargeDescriptionsRequest | null;
}
