import { Rule } from '../../../../common/validation/characters.js';
import {
  AmountField,
  ChoiceField,
  Field,
  ListField,
  ObjectField,
  ReturnUrlField,
  TextField,
} from '../../../../common/validation/fields.js';
import { isAmount } from '../../../../common/validation/is-amount.js';
import { CHANNEL_IDS, type ChannelId, isChannelId } from '../../../../connectors/acquirers/catalogue/channel-ids.js';
import { RECURRING_CHANNEL } from '../../payment-methods/channel-availability.js';
import { PaymentAddressRequest } from './address.request.js';
import { PaymentCartItemRequest } from './cart-item.request.js';
import { PaymentChannelTypesRequest } from '../../payment-methods/channel-choice.request.js';
import { ControlField, CurrencyField, DescriptionField } from './payment-fields.js';
import { PaymentAntifraudRequest, PaymentCustomerRequest } from './payer-parts.request.js';
import {
  type ChargeDescriptionsRequest,
  ChargeDescriptionsField,
  SubscriptionAliasField,
  type SubscriptionAliasRequest,
  SubscriptionOptionsField,
  type SubscriptionOptionsRequest,
} from '../../mandates/create-subscription.request.js';

/** A subscription to which the payer can consent on the gateway's page: the API's request for a subscription without the code. */
class OfferedSubscriptionRequest {
  @SubscriptionAliasField()
  alias: SubscriptionAliasRequest;

  @SubscriptionOptionsField()
  options: SubscriptionOptionsRequest;

  @ChargeDescriptionsField()
  descriptions?: ChargeDescriptionsRequest | null;
}

export class PaymentReturnUrls {
  @ReturnUrlField('paid', 'after a success')
  success?: string | null;

  @ReturnUrlField('failed', 'after a failure')
  failure?: string | null;

  @ReturnUrlField('waiting', 'while the outcome is open')
  pending?: string | null;
}

const MAX_CART_ITEMS = 2_000;

export class CreatePaymentRequest {
  @AmountField({
    minimum: 0,
    accepts: (value, { object }) =>
      isAmount(value) || (value === 0 && (object as CreatePaymentRequest).directChannel === RECURRING_CHANNEL),
    example: 12.3,
    description: 'In `currency`; 0 only for a consent through `blik-recurrent`.',
  })
  amount: number;

  @CurrencyField()
  currency?: string | null;

  @DescriptionField()
  description?: string | null;

  @ControlField('For the partner’s own use.')
  control?: string | null;

  @ObjectField(() => PaymentCustomerRequest, { optional: true })
  customer?: PaymentCustomerRequest | null;

  @ObjectField(() => PaymentAntifraudRequest, { optional: true })
  antifraud?: PaymentAntifraudRequest | null;

  @ObjectField(() => PaymentAddressRequest, { optional: true })
  billing?: PaymentAddressRequest | null;

  @ObjectField(() => PaymentAddressRequest, { optional: true })
  shipping?: PaymentAddressRequest | null;

  @ListField(() => PaymentCartItemRequest, { optional: true, maxItems: MAX_CART_ITEMS })
  cart?: PaymentCartItemRequest[] | null;

  @ObjectField(() => PaymentReturnUrls, { optional: true, message: 'The returns must be an object with success, failure and pending.' })
  returns?: PaymentReturnUrls | null;

  @ChoiceField(CHANNEL_IDS, {
    optional: true,
    description:
      'The payer is sent straight to this channel. Needs `antifraud.useragent`, `customer.ip` and the payer’s country; `blik-level0` and ' +
      '`blik-recurrent` also `customer.email`, a payer in PL and PLN.',
  })
  directChannel?: ChannelId | null;

  @ObjectField(() => OfferedSubscriptionRequest, {
    optional: true,
    message: 'The subscription must be an object with alias and options.',
    description:
      'The payer agrees to this subscription on the payment page, where the terms stand and the BLIK code is typed. Only with ' +
      '`directChannel: blik-recurrent`; an addition to the contract.',
  })
  subscription?: OfferedSubscriptionRequest | null;

  @Field({ optional: true, shape: 'values', enum: CHANNEL_IDS, isArray: true, description: 'What the payer may choose among.' })
  @Rule(
    'areChannels',
    (value) => Array.isArray(value) && value.every(isChannelId),
    `The channels must be a list of channel ids: ${CHANNEL_IDS.join(', ')}.`,
  )
  channels?: ChannelId[] | null;

  @ObjectField(() => PaymentChannelTypesRequest, { optional: true, message: 'The channelTypes must be an object of booleans.' })
  channelTypes?: PaymentChannelTypesRequest | null;

  @TextField(64, { optional: true, minLength: 6 })
  @Rule('isLongEnough', (value) => [...String(value)].length >= 6, 'The referer must have at least 6 characters.')
  referer?: string | null;
}
