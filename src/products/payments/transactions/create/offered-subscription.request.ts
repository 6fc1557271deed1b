import { ApiProperty } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import { ObjectField } from '../../../../common/validation/field.decorator.js';
import {
  type ChargeDescriptionsRequest,
  Descriptions,
  SubscriptionAliasRequest,
  SubscriptionOptionsRequest,
} from '../../mandates/create-subscription.request.js';

/** What a payer is asked to agree to on the gateway's page: a subscription as it is created by the API, but for the code. */
export class OfferedSubscriptionRequest {
  @ApiProperty({ type: SubscriptionAliasRequest })
  @ObjectField(() => SubscriptionAliasRequest)
  @IsObject({ message: 'The alias must be an object with value and type.' })
  alias: SubscriptionAliasRequest;

  @ApiProperty({ type: SubscriptionOptionsRequest })
  @ObjectField(() => SubscriptionOptionsRequest)
  @IsObject({ message: 'The options must be an object with model.' })
  options: SubscriptionOptionsRequest;

  @Descriptions()
  descriptions?: ChargeDescriptionsRequest | null;
}
