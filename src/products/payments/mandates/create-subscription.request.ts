import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsObject } from 'class-validator';
import { holdsCardNumber } from '../../../common/validation/card-number.js';
import { IsText, Rule } from '../../../common/validation/characters.js';
import { Field, ObjectField } from '../../../common/validation/field.decorator.js';
import { OptionalField, OptionalObject } from '../../../common/validation/optional-field.decorator.js';
import { RECURRING_MODELS } from '../../../connectors/acquirers/port/mandate.js';
import { MAX_LABEL_LENGTH, MAX_VALUE_LENGTH } from './alias-limits.js';
import { IsAliasLabel, IsAliasValue } from './alias-text.js';

const MAX_LINE_CHARACTERS = 35;

const NoCardNumber = (): PropertyDecorator =>
  Rule('holdsNoCardNumber', (value) => typeof value !== 'string' || !holdsCardNumber(value), 'A card number must not be sent here.');

const Line = (name: string): PropertyDecorator =>
  applyDecorators(
    OptionalField({ type: String, maxLength: MAX_LINE_CHARACTERS, nullable: true }),
    IsText(name, MAX_LINE_CHARACTERS),
    NoCardNumber(),
  );

/** A field with the label of the alias, which the payer's app shows. */
export const AliasLabel = (): PropertyDecorator =>
  applyDecorators(
    OptionalField({
      type: String,
      minLength: 1,
      maxLength: MAX_LABEL_LENGTH,
      nullable: true,
      example: 'Books of the month',
      description: 'Shown in the payer’s app.',
    }),
    IsAliasLabel(),
    NoCardNumber(),
  );

export class ChargeDescriptionsRequest {
  @Line('line1')
  line1?: string | null;

  @Line('line2')
  line2?: string | null;

  @Line('line3')
  line3?: string | null;
}

export const Descriptions = (): PropertyDecorator =>
  OptionalObject(
    () => ChargeDescriptionsRequest,
    'The descriptions must be an object with line1, line2 and line3.',
    'For the payer’s bank.',
  );

/** Accepts any text. The response is TRANSACTION_NOT_FOUND if the text is not the id of a payment. */
export const TransactionId = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ format: 'uuid', description: 'A payment of the service with `directChannel: blik-recurrent`.' }),
    Field(),
    Rule('isText', (value) => typeof value === 'string', 'The transactionId must be the id of a transaction.'),
  );

export class SubscriptionTicketRequest {
  @ApiProperty({ pattern: '^[0-9]{6}$', example: '777123', description: 'The payer’s BLIK code: text, as zeros may lead it.' })
  @Field()
  @Rule('isCode', (value) => typeof value === 'string' && /^[0-9]{6}$/.test(value), 'The T6 must be text of six digits.')
  T6: string;
}

export class SubscriptionAliasRequest {
  @ApiProperty({ minLength: 1, maxLength: MAX_VALUE_LENGTH, example: 'customer-7', description: 'Unique in the whole system.' })
  @Field()
  @IsAliasValue()
  value: string;

  @ApiProperty({ enum: ['PAYID'] })
  @Field()
  @IsIn(['PAYID'], { message: 'The type must be PAYID.' })
  type: 'PAYID';

  @AliasLabel()
  label?: string | null;
}

/** Validated together by `parse-terms.ts`, because the allowed options depend on the model. */
export class SubscriptionOptionsRequest {
  @ApiProperty({
    enum: RECURRING_MODELS,
    description:
      'A: fixed sums in a fixed rhythm, charged unasked. O: up to 2000.00 each, charged unasked. M: the payer confirms each charge.',
  })
  @Field()
  model: unknown;

  @OptionalField({ enum: ['PLN'], nullable: true, type: String, example: 'PLN', description: '`PLN` unless given.' })
  currency?: unknown;

  @OptionalField({
    type: Number,
    nullable: true,
    example: 29.99,
    description: 'Of each charge. Required for A, refused for O and M.',
  })
  amountLimitPerTransaction?: unknown;

  @OptionalField({
    type: Number,
    nullable: true,
    example: 359.88,
    description: 'Of all charges. Required for A, refused for O and M.',
  })
  amountLimitTotal?: unknown;

  @OptionalField({ type: 'integer', minimum: 1, nullable: true, example: 12, description: 'How many charges. Refused for O and M.' })
  transactionsCountLimit?: unknown;

  @OptionalField({
    type: String,
    pattern: '^[1-9][0-9]{0,2}[DWMY]$',
    nullable: true,
    example: '1M',
    description: 'Length of a billing period in days, weeks, months or years. Required for A, refused for O.',
  })
  frequency?: unknown;

  @OptionalField({
    type: String,
    nullable: true,
    example: '2026-12-01',
    description: 'Day, or ISO 8601 date and time, of the first possible charge, at most 10 years ahead. Required for A.',
  })
  initiationDate?: unknown;

  @OptionalField({
    type: String,
    nullable: true,
    example: '2027-11-30',
    description: 'Last day, or ISO 8601 date and time, at most 10 years ahead. Required for A.',
  })
  expiresAt?: unknown;
}

export const SubscriptionAlias = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: SubscriptionAliasRequest }),
    ObjectField(() => SubscriptionAliasRequest),
    IsObject({ message: 'The alias must be an object with value and type.' }),
  );

export const SubscriptionOptions = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: SubscriptionOptionsRequest }),
    ObjectField(() => SubscriptionOptionsRequest),
    IsObject({ message: 'The options must be an object with model.' }),
  );

export class CreateSubscriptionRequest {
  @TransactionId()
  transactionId: string;

  @ApiProperty({ type: SubscriptionTicketRequest })
  @ObjectField(() => SubscriptionTicketRequest)
  @IsObject({ message: 'The ticket must be an object with T6.' })
  ticket: SubscriptionTicketRequest;

  @SubscriptionAlias()
  alias: SubscriptionAliasRequest;

  @SubscriptionOptions()
  options: SubscriptionOptionsRequest;

  @Descriptions()
  descriptions?: ChargeDescriptionsRequest | null;
}

/** Returns the lines for the payer's bank that the request has, in their order. */
export function descriptionLinesOf(request: ChargeDescriptionsRequest | null | undefined): string[] {
  return [request?.line1, request?.line2, request?.line3].filter((line) => typeof line === 'string');
}
