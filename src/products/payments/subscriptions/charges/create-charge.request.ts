import { IsBoolean } from 'class-validator';
import { Rule } from '../../../../common/validation/characters.js';
import { OptionalField, OptionalObject } from '../../../../common/validation/optional-field.decorator.js';
import { AliasLabel, type ChargeDescriptionsRequest, Descriptions, TransactionId } from '../../mandates/create-subscription.request.js';
import { LAST_ATTEMPT_NUMBER } from './next-attempt-number.js';

export class ChargeAliasRequest {
  @AliasLabel()
  label?: string | null;

  @OptionalField({ type: Boolean, nullable: true, description: 'Taken and not passed on: charges are never delayed.' })
  @IsBoolean({ message: 'The noDelay must be true or false.' })
  noDelay?: boolean | null;
}

export class CreateChargeRequest {
  @TransactionId()
  transactionId: string;

  @OptionalField({
    type: 'integer',
    minimum: 0,
    maximum: LAST_ATTEMPT_NUMBER,
    nullable: true,
    description:
      'Which try it is within the billing period: 0 for the first one and after a paid charge, then one more each. The next one when it is not given.',
  })
  @Rule(
    'isNumber',
    (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LAST_ATTEMPT_NUMBER,
    `The attempt must be a whole number from 0 to ${LAST_ATTEMPT_NUMBER}.`,
  )
  attempt?: number | null;

  @Descriptions()
  descriptions?: ChargeDescriptionsRequest | null;

  @OptionalObject(() => ChargeAliasRequest, 'The alias must be an object with label and noDelay.')
  alias?: ChargeAliasRequest | null;
}
