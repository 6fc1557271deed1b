import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray, IsIn, IsOptional } from 'class-validator';
import { IsText, Rule } from '../../../../common/validation/characters.js';
import { Field, ListField, ValuesField } from '../../../../common/validation/field.decorator.js';
import { AMOUNT_SCHEMA, isAmount } from '../../../../common/validation/is-amount.decorator.js';
import { ReturnUrl } from '../../../../common/validation/is-http-url.decorator.js';
import { OptionalField, OptionalObject } from '../../../../common/validation/optional-field.decorator.js';
import { CHANNEL_IDS, type ChannelId, isChannelId } from '../../../../connectors/acquirers/catalogue/channel-ids.js';
import { RECURRING_CHANNEL } from '../../channels/channel-availability.js';
import { PaymentAddressRequest } from './address.request.js';
import { PaymentCartItemRequest } from './cart-item.request.js';
import { PaymentChannelTypesRequest } from '../../channels/channel-choice.request.js';
import { ControlField, CurrencyField, DescriptionField } from './payment-fields.js';
import { PaymentAntifraudRequest, PaymentCustomerRequest } from './payer-parts.request.js';
import {
  type ChargeDescriptionsRequest,
  Descriptions,
  SubscriptionAlias,
  type SubscriptionAliasRequest,
  SubscriptionOptions,
  type SubscriptionOptionsRequest,
} from '../../mandates/create-subscription.request.js';

/** A subscription to which the payer can consent on the gateway's page: the API's request for a subscription without the code. */
class OfferedSubscriptionRequest {
  @SubscriptionAlias()
  alias: SubscriptionAliasRequest;

  @SubscriptionOptions()
  options: SubscriptionOptionsRequest;

  @Descriptions()
  descriptions?: ChargeDescriptionsRequest | null;
}

export class PaymentReturnUrls {
  @ReturnUrl('success', 'paid', 'after a success')
  success?: string | null;

  @ReturnUrl('failure', 'failed', 'after a failure')
  failure?: string | null;

  @ReturnUrl('pending', 'waiting', 'while the outcome is open')
  pending?: string | null;
}

export class CreatePaymentRequest {
  @ApiProperty({
    ...AMOUNT_SCHEMA,
    minimum: 0,
    example: 12.3,
    description: 'In `currency`; 0 only for a consent through `blik-recurrent`.',
  })
  @Field()
  @Rule(
    'isAmount',
    (value, { object }) => isAmount(value) || (value === 0 && (object as CreatePaymentRequest).directChannel === RECURRING_CHANNEL),
    'The amount must be a number greater than 0 and at most 999999.99, with at most two decimals.',
  )
  amount: number;

  @CurrencyField()
  currency?: string | null;

  @DescriptionField()
  description?: string | null;

  @ControlField('For the partner’s own use.')
  control?: string | null;

  @OptionalObject(() => PaymentCustomerRequest, 'The customer must be an object.')
  customer?: PaymentCustomerRequest | null;

  @OptionalObject(() => PaymentAntifraudRequest, 'The antifraud must be an object.')
  antifraud?: PaymentAntifraudRequest | null;

  @OptionalObject(() => PaymentAddressRequest, 'The billing must be an object.')
  billing?: PaymentAddressRequest | null;

  @OptionalObject(() => PaymentAddressRequest, 'The shipping must be an object.')
  shipping?: PaymentAddressRequest | null;

  @ApiPropertyOptional({ type: [PaymentCartItemRequest], nullable: true })
  @ListField(() => PaymentCartItemRequest)
  @IsOptional()
  @IsArray({ message: 'The cart must be a list of objects.' })
  cart?: PaymentCartItemRequest[] | null;

  @OptionalObject(() => PaymentReturnUrls, 'The returns must be an object with success, failure and pending.')
  returns?: PaymentReturnUrls | null;

  @OptionalField({
    enum: CHANNEL_IDS,
    nullable: true,
    description:
      'The payer is sent straight to this channel. Needs `antifraud.useragent`, `customer.ip` and the payer’s country; `blik-level0` and ' +
      '`blik-recurrent` also `customer.email`, a payer in PL and PLN.',
  })
  @IsIn([...CHANNEL_IDS], { message: `The directChannel must be one of ${CHANNEL_IDS.join(', ')}.` })
  directChannel?: ChannelId | null;

  @OptionalObject(
    () => OfferedSubscriptionRequest,
    'The subscription must be an object with alias and options.',
    'The payer agrees to this subscription on the payment page, where the terms stand and the BLIK code is typed. Only with ' +
      '`directChannel: blik-recurrent`; an addition to the contract.',
  )
  subscription?: OfferedSubscriptionRequest | null;

  @ApiPropertyOptional({ enum: CHANNEL_IDS, isArray: true, nullable: true, description: 'What the payer may choose among.' })
  @ValuesField()
  @IsOptional()
  @Rule(
    'areChannels',
    (value) => Array.isArray(value) && value.every(isChannelId),
    `The channels must be a list of channel ids: ${CHANNEL_IDS.join(', ')}.`,
  )
  channels?: ChannelId[] | null;

  @OptionalObject(() => PaymentChannelTypesRequest, 'The channelTypes must be an object of booleans.')
  channelTypes?: PaymentChannelTypesRequest | null;

  @OptionalField({ type: String, minLength: 6, maxLength: 64, nullable: true })
  @IsText('referer', 64)
  @Rule('isLongEnough', (value) => [...String(value)].length >= 6, 'The referer must have at least 6 characters.')
  referer?: string | null;
}
