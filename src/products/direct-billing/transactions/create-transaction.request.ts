import { Rule } from '../../../common/validation/characters.js';
import { AmountField, ChoiceField, CodeField, Field, ObjectField, ReturnUrlField, TextField } from '../../../common/validation/fields.js';
import { AMOUNT_TYPES, type AmountType } from '../commission/price.js';
import { INVALID_MOBILE_NUMBER_MESSAGE, readMobileNumber } from '../phone-number.js';

export class DirectBillingReturnUrls {
  @ReturnUrlField('paid', 'after a success')
  success?: string | null;

  @ReturnUrlField('failed', 'after a failure')
  failure?: string | null;
}

export class CreateDirectBillingTransactionRequest {
  @AmountField({ example: 12.3, description: 'Transaction amount in PLN; its meaning depends on `amountType`.' })
  amount: number;

  @ChoiceField(AMOUNT_TYPES, {
    optional: true,
    message: 'The amount type must be required, net or gross.',
    example: 'gross',
    description:
      '`gross` unless given. `required`: what the partner wants to receive; the final price depends on the operator. `net`, `gross`: the price itself.',
  })
  amountType?: AmountType | null;

  @TextField(128, { optional: true, displayed: true, example: 'A golden sword', description: 'Shown on the payment page.' })
  description?: string | null;

  @TextField(128, { optional: true, example: 'order-1', description: 'For the partner’s own use.' })
  control?: string | null;

  @ObjectField(() => DirectBillingReturnUrls, { optional: true, message: 'The returns must be an object with success and failure.' })
  returns?: DirectBillingReturnUrls | null;

  @Field({
    optional: true,
    type: String,
    example: '48500600700',
    description: 'Forces the phone number, a Polish mobile one: nine digits with or without 48 or +48.',
  })
  @Rule('isPhoneNumber', (value) => typeof value === 'string' && readMobileNumber(value) !== null, INVALID_MOBILE_NUMBER_MESSAGE)
  phoneNumber?: string | null;

  @CodeField(/^\d{17}$/, 'The steamid must be a SteamID64 of 17 digits, as text.', {
    optional: true,
    example: '76561198000000000',
    description: 'SteamID64.',
  })
  steamid?: string | null;
}
