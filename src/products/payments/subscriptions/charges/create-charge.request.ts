import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsObject, IsOptional } from 'class-validator';
import { Rule } from '../../../../common/validation/characters.js';
import { Field, ObjectField } from '../../../../common/validation/field.decorator.js';
import { AliasLabel, type ChargeDescriptionsRequest, Descriptions, TransactionId } from '../../mandates/create-subscription.request.js';
import { LAST_NUMBER } from './next-number.js';

export class ChargeAliasRequest {
  @AliasLabel()
  label?: string | null;

  @ApiPropertyOptional({ type: Boolean, nullable: true, description: 'Taken and not passed on: charges are never delayed.' })
  @Field()
  @IsOptional()
  @IsBoolean({ message: 'The noDelay must be true or false.' })
  noDelay?: boolean | null;
}

export class CreateChargeRequest {
  @TransactionId()
  transactionId: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: LAST_NUMBER,
    nullable: true,
    description:
      'Which try it is within the billing period: 0 for the first one and after a paid charge, then one more each. The next one when it is not given.',
  })
  @Field()
  @IsOptional()
  @Rule(
    'isNumber',
    (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LAST_NUMBER,
    `The attempt must be a whole number from 0 to ${LAST_NUMBER}.`,
  )
  attempt?: number | null;

  @Descriptions()
  descriptions?: ChargeDescriptionsRequest | null;

  @ApiPropertyOptional({ type: ChargeAliasRequest, nullable: true })
  @ObjectField(() => ChargeAliasRequest)
  @IsOptional()
  @IsObject({ message: 'The alias must be an object with label and noDelay.' })
  alias?: ChargeAliasRequest | null;
}
