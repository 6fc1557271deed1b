import { Rule } from '../../../../common/validation/characters.js';
import { Field, ObjectField, SwitchField } from '../../../../common/validation/fields.js';
import { MandateLabelField } from '../../mandates/alias-text.js';
import { ChargeDescriptionsField, type ChargeDescriptionsRequest, TransactionIdField } from '../../mandates/create-subscription.request.js';
import { LAST_ATTEMPT_NUMBER } from './next-attempt-number.js';

export class ChargeAliasRequest {
  @MandateLabelField()
  label?: string | null;

  @SwitchField({ optional: true, description: 'Taken and not passed on: charges are never delayed.' })
  noDelay?: boolean | null;
}

export class CreateChargeRequest {
  @TransactionIdField()
  transactionId: string;

  @Field({
    optional: true,
    type: 'integer',
    minimum: 0,
    maximum: LAST_ATTEMPT_NUMBER,
    description:
      'Which try it is within the billing period: 0 for the first one and after a paid charge, then one more each. The next one when it is not given.',
  })
  @Rule(
    'isNumber',
    (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LAST_ATTEMPT_NUMBER,
    `The attempt must be a whole number from 0 to ${LAST_ATTEMPT_NUMBER}.`,
  )
  attempt?: number | null;

  @ChargeDescriptionsField()
  descriptions?: ChargeDescriptionsRequest | null;

  @ObjectField(() => ChargeAliasRequest, { optional: true, message: 'The alias must be an object with label and noDelay.' })
  alias?: ChargeAliasRequest | null;
}
