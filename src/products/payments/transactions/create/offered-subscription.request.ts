import {
  type ChargeDescriptionsRequest,
  Descriptions,
  SubscriptionAlias,
  type SubscriptionAliasRequest,
  SubscriptionOptions,
  type SubscriptionOptionsRequest,
} from '../../mandates/create-subscription.request.js';

/** A subscription to which the payer can consent on the gateway's page: the API's request for a subscription without the code. */
export class OfferedSubscriptionRequest {
  @SubscriptionAlias()
  alias: SubscriptionAliasRequest;

  @SubscriptionOptions()
  options: SubscriptionOptionsRequest;

  @Descriptions()
  descriptions?: ChargeDescriptionsRequest | null;
}
