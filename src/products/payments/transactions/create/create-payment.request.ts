import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray, IsIn, IsObject, IsOptional, Matches } from 'class-validator';
import { IsText, Rule } from '../../../../common/validation/characters.js';
import { Field, ListField, ObjectField, ValuesField } from '../../../../common/validation/field.decorator.js';
import { AMOUNT_SCHEMA, isAmount } from '../../../../common/validation/is-amount.decorator.js';
import { IsHttpUrl } from '../../../../common/validation/is-http-url.decorator.js';
import { IsShownText } from '../../../../common/validation/shown-text.decorator.js';
import { CHANNEL_IDS, type ChannelId, isChannelId } from '../../../../connectors/channels/catalogue/channel-ids.js';
import { RECURRING_CHANNEL } from '../../channels/why-unusable.js';
import { OfferedSubscriptionRequest } from './offered-subscription.request.js';
import { PaymentAddressRequest } from './address.request.js';
import { PaymentCartItemRequest } from './cart-item.request.js';
import { PaymentChannelTypesRequest } from '../../channels/channel-choice.request.js';
import { PaymentAntifraudRequest, PaymentCustomerRequest } from './payer-parts.request.js';

const URL_SCHEMA = { type: String, format: 'iri', maxLength: 2048, nullable: true } as const;

export class PaymentReturnUrls {
  @ApiPropertyOptional({
    ...URL_SCHEMA,
    example: 'https://shop.example/paid',
    description: 'Where the payer goes after a success. Letters beyond ASCII may stand in it as they are.',
  })
  @Field()
  @IsOptional()
  @IsHttpUrl('success URL')
  success?: string | null;

  @ApiPropertyOptional({
    ...URL_SCHEMA,
    example: 'https://shop.example/failed',
    description: 'Where the payer goes after a failure. Letters beyond ASCII may stand in it as they are.',
  })
  @Field()
  @IsOptional()
  @IsHttpUrl('failure URL')
  failure?: string | null;

  @ApiPropertyOptional({
    ...URL_SCHEMA,
    example: 'https://shop.example/waiting',
    description: 'Where the payer goes while the outcome is open. Letters beyond ASCII may stand in it as they are.',
  })
  @Field()
  @IsOptional()
  @IsHttpUrl('pending URL')
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

  @ApiPropertyOptional({ type: String, pattern: '^[A-Z]{3}$', nullable: true, default: 'PLN', example: 'PLN' })
  @Field()
  @IsOptional()
  @Matches(/^[A-Z]{3}$/, { message: 'The currency must be three capital letters, such as PLN.' })
  currency?: string | null;

  @ApiPropertyOptional({
    type: String,
    maxLength: 64,
    nullable: true,
    example: 'A golden sword',
    description: 'Shown on the payment page.',
  })
  @Field()
  @IsOptional()
  @IsShownText('description', 64)
  description?: string | null;

  @ApiPropertyOptional({ type: String, maxLength: 255, nullable: true, example: 'order-1', description: 'For the partner’s own use.' })
  @Field()
  @IsOptional()
  @IsText('control', 255)
  control?: string | null;

  @ApiPropertyOptional({ type: PaymentCustomerRequest, nullable: true })
  @ObjectField(() => PaymentCustomerRequest)
  @IsOptional()
  @IsObject({ message: 'The customer must be an object.' })
  customer?: PaymentCustomerRequest | null;

  @ApiPropertyOptional({ type: PaymentAntifraudRequest, nullable: true })
  @ObjectField(() => PaymentAntifraudRequest)
  @IsOptional()
  @IsObject({ message: 'The antifraud must be an object.' })
  antifraud?: PaymentAntifraudRequest | null;

  @ApiPropertyOptional({ type: PaymentAddressRequest, nullable: true })
  @ObjectField(() => PaymentAddressRequest)
  @IsOptional()
  @IsObject({ message: 'The billing must be an object.' })
  billing?: PaymentAddressRequest | null;

  @ApiPropertyOptional({ type: PaymentAddressRequest, nullable: true })
  @ObjectField(() => PaymentAddressRequest)
  @IsOptional()
  @IsObject({ message: 'The shipping must be an object.' })
  shipping?: PaymentAddressRequest | null;

  @ApiPropertyOptional({ type: [PaymentCartItemRequest], nullable: true })
  @ListField(() => PaymentCartItemRequest)
  @IsOptional()
  @IsArray({ message: 'The cart must be a list of objects.' })
  cart?: PaymentCartItemRequest[] | null;

  @ApiPropertyOptional({ type: PaymentReturnUrls, nullable: true })
  @ObjectField(() => PaymentReturnUrls)
  @IsOptional()
  @IsObject({ message: 'The returns must be an object with success, failure and pending.' })
  returns?: PaymentReturnUrls | null;

  @ApiPropertyOptional({
    enum: CHANNEL_IDS,
    nullable: true,
    description:
      'The payer is sent straight to this channel. Needs `antifraud.useragent`, `customer.ip` and the payer’s country; `blik-level0` and ' +
      '`blik-recurrent` also `customer.email`, a payer in PL and PLN.',
  })
  @Field()
  @IsOptional()
  @IsIn([...CHANNEL_IDS], { message: `The directChannel must be one of ${CHANNEL_IDS.join(', ')}.` })
  directChannel?: ChannelId | null;

  @ApiPropertyOptional({
    type: OfferedSubscriptionRequest,
    nullable: true,
    description:
      'The payer agrees to this subscription on the payment page, where the terms stand and the BLIK code is typed. Only with ' +
      '`directChannel: blik-recurrent`; an addition to the contract.',
  })
  @ObjectField(() => OfferedSubscriptionRequest)
  @IsOptional()
  @IsObject({ message: 'The subscription must be an object with alias and options.' })
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

  @ApiPropertyOptional({ type: PaymentChannelTypesRequest, nullable: true })
  @ObjectField(() => PaymentChannelTypesRequest)
  @IsOptional()
  @IsObject({ message: 'The channelTypes must be an object of booleans.' })
  channelTypes?: PaymentChannelTypesRequest | null;

  @ApiPropertyOptional({ type: String, minLength: 6, maxLength: 64, nullable: true })
  @Field()
  @IsOptional()
  @IsText('referer', 64)
  @Rule('isLongEnough', (value) => [...String(value)].length >= 6, 'The referer must have at least 6 characters.')
  referer?: string | null;
}
