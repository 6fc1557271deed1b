import { applyDecorators } from '@nestjs/common';
import { NoCardNumber } from '../../../common/validation/card-number.js';
import { Rule } from '../../../common/validation/characters.js';
import { ChoiceField, CodeField, Field, ObjectField, TextField } from '../../../common/validation/fields.js';
import { RECURRING_MODELS } from '../../../connectors/acquirers/port/mandate.js';
import { AliasValueField, MandateLabelField } from './alias-text.js';

const MAX_LINE_CHARACTERS = 35;

const DescriptionLineField = (): PropertyDecorator => applyDecorators(TextField(MAX_LINE_CHARACTERS, { optional: true }), NoCardNumber());

export class ChargeDescriptionsRequest {
  @DescriptionLineField()
  line1?: string | null;

  @DescriptionLineField()
  line2?: string | null;

  @DescriptionLineField()
  line3?: string | null;
}

export const ChargeDescriptionsField = (): PropertyDecorator =>
  ObjectField(() => ChargeDescriptionsRequest, {
    optional: true,
    message: 'The descriptions must be an object with line1, line2 and line3.',
    description: 'For the payer’s bank.',
  });

/** Accepts any text. The response is TRANSACTION_NOT_FOUND if the text is not the id of a payment. */
export const TransactionIdField = (): PropertyDecorator =>
  applyDecorators(
    Field({ format: 'uuid', description: 'A payment of the service with `directChannel: blik-recurrent`.' }),
    Rule('isText', (value) => typeof value === 'string', 'The transactionId must be the id of a transaction.'),
  );

export class SubscriptionTicketRequest {
  @CodeField(/^[0-9]{6}$/, 'The T6 must be text of six digits.', {
    example: '777123',
    description: 'The payer’s BLIK code: text, as zeros may lead it.',
  })
  T6: string;
}

export class SubscriptionAliasRequest {
  @AliasValueField({ description: 'Unique in the whole system.' })
  value: string;

  @ChoiceField(['PAYID'])
  type: 'PAYID';

  @MandateLabelField()
  label?: string | null;
}

/** Validated together by `parse-terms.ts`, because the allowed options depend on the model. */
export class SubscriptionOptionsRequest {
  @Field({
    enum: RECURRING_MODELS,
    description:
      'A: fixed sums in a fixed rhythm, charged unasked. O: up to 2000.00 each, charged unasked. M: the payer confirms each charge.',
  })
  model: unknown;

  @Field({ optional: true, enum: ['PLN'], type: String, example: 'PLN', description: '`PLN` unless given.' })
  currency?: unknown;

  @Field({
    optional: true,
    shape: 'amount',
    type: Number,
    example: 29.99,
    description: 'Of each charge. Required for A, refused for O and M.',
  })
  amountLimitPerTransaction?: unknown;

  @Field({
    optional: true,
    shape: 'amount',
    type: Number,
    example: 359.88,
    description: 'Of all charges. Required for A, refused for O and M.',
  })
  amountLimitTotal?: unknown;

  @Field({ optional: true, type: 'integer', minimum: 1, example: 12, description: 'How many charges. Refused for O and M.' })
  transactionsCountLimit?: unknown;

  @Field({
    optional: true,
    type: String,
    pattern: '^[1-9][0-9]{0,2}[DWMY]$',
    example: '1M',
    description: 'Length of a billing period in days, weeks, months or years. Required for A, refused for O.',
  })
  frequency?: unknown;

  @Field({
    optional: true,
    type: String,
    example: '2026-12-01',
    description: 'Day, or ISO 8601 date and time, of the first possible charge, at most 10 years ahead. Required for A.',
  })
  initiationDate?: unknown;

  @Field({
    optional: true,
    type: String,
    example: '2027-11-30',
    description: 'Last day, or ISO 8601 date and time, at most 10 years ahead. Required for A.',
  })
  expiresAt?: unknown;
}

export const SubscriptionAliasField = (): PropertyDecorator =>
  ObjectField(() => SubscriptionAliasRequest, { message: 'The alias must be an object with value and type.' });

export const SubscriptionOptionsField = (): PropertyDecorator =>
  ObjectField(() => SubscriptionOptionsRequest, { message: 'The options must be an object with model.' });

export class CreateSubscriptionRequest {
  @TransactionIdField()
  transactionId: string;

  @ObjectField(() => SubscriptionTicketRequest, { message: 'The ticket must be an object with T6.' })
  ticket: SubscriptionTicketRequest;

  @SubscriptionAliasField()
  alias: SubscriptionAliasRequest;

  @SubscriptionOptionsField()
  options: SubscriptionOptionsRequest;

  @ChargeDescriptionsField()
  descriptions?: ChargeDescriptionsRequest | null;
}

/** Returns the lines for the payer's bank that the request has, in their order. */
export function descriptionLinesOf(request: ChargeDescriptionsRequest | null | undefined): string[] {
  return [request?.line1, request?.line2, request?.line3].filter((line) => typeof line === 'string');
}
