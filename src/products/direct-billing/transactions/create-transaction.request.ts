import { ApiProperty } from '@nestjs/swagger';
import { IsIn, Matches } from 'class-validator';
import { Field } from '../../../common/validation/field.decorator.js';
import { AMOUNT_SCHEMA, IsAmount } from '../../../common/validation/is-amount.decorator.js';
import { IsText, Rule } from '../../../common/validation/characters.js';
import { ReturnUrl } from '../../../common/validation/is-http-url.decorator.js';
import { OptionalField, OptionalObject } from '../../../common/validation/optional-field.decorator.js';
import { IsDisplayText } from '../../../common/validation/display-text.decorator.js';
import { AMOUNT_TYPES, type AmountType } from '../commission/price.js';
import { INVALID_MOBILE_NUMBER_MESSAGE, readMobileNumber } from '../phone-number.js';

export class DirectBillingReturnUrls {
  @ReturnUrl('success', 'paid', 'after a success')
  success?: string | null;

  @ReturnUrl('failure', 'failed', 'after a failure')
  failure?: string | null;
}

export class CreateDirectBillingTransactionRequest {
  @ApiProperty({
    ...AMOUNT_SCHEMA,
    example: 12.3,
    description: 'Transaction amount in PLN; its meaning depends on `amountType`.',
  })
  @Field()
  @IsAmount()
  amount: number;

  @OptionalField({
    enum: AMOUNT_TYPES,
    nullable: true,
    example: 'gross',
    description:
      '`gross` unless given. `required`: what the partner wants to receive; the final price depends on the operator. `net`, `gross`: the price itself.',
  })
  @IsIn([...AMOUNT_TYPES], { message: 'The amount type must be required, net or gross.' })
  amountType?: AmountType | null;

  @OptionalField({
    type: String,
    maxLength: 128,
    nullable: true,
    example: 'A golden sword',
    description: 'Shown on the payment page.',
  })
  @IsDisplayText('description', 128)
  description?: string | null;

  @OptionalField({ type: String, maxLength: 128, nullable: true, example: 'order-1', description: 'For the partner’s own use.' })
  @IsText('control', 128)
  control?: string | null;

  @OptionalObject(() => DirectBillingReturnUrls, 'The returns must be an object with success and failure.')
  returns?: DirectBillingReturnUrls | null;

  @OptionalField({
    type: String,
    nullable: true,
    example: '48500600700',
    description: 'Forces the phone number, a Polish mobile one: nine digits with or without 48 or +48.',
  })
  @Rule('isPhoneNumber', (value) => typeof value === 'string' && readMobileNumber(value) !== null, INVALID_MOBILE_NUMBER_MESSAGE)
  phoneNumber?: string | null;

  @OptionalField({ type: String, nullable: true, pattern: '^\\d{17}$', example: '76561198000000000', description: 'SteamID64.' })
  @Matches(/^\d{17}$/, { message: 'The steamid must be a SteamID64 of 17 digits, as text.' })
  steamid?: string | null;
}
