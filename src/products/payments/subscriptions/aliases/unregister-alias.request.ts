import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IsText, Rule } from '../../../../common/validation/characters.js';
import { AcceptsEmptyArray } from '../../../../common/validation/empty-array.decorator.js';
import { Field } from '../../../../common/validation/field.decorator.js';
import { OptionalField } from '../../../../common/validation/optional-field.decorator.js';
import { ValidateWhenAbsent } from '../../../../common/validation/optional-fields.js';
import { MAX_REASON_LENGTH, MAX_VALUE_LENGTH } from '../../mandates/alias-limits.js';
import { ALIAS_TYPES, type AliasType } from '../../aliases/payment-alias.entity.js';

@AcceptsEmptyArray()
export class UnregisterReason {
  @OptionalField({ type: String, maxLength: MAX_REASON_LENGTH, nullable: true, example: 'Asked by e-mail' })
  @IsText('reason', MAX_REASON_LENGTH)
  reason?: string | null;
}

const IDENTIFICATION_MESSAGE = 'Either uuid, or value and type, must say which alias is meant.';

/** Names the alias to unregister: by its id, or by value and type. */
@AcceptsEmptyArray()
export class UnregisterAliasRequest extends UnregisterReason {
  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true, description: 'Id of the alias.' })
  @Field()
  @ValidateWhenAbsent()
  @Rule('isNamed', (uuid, { object }) => (uuid ?? null) !== null || hasValueAndType(object), IDENTIFICATION_MESSAGE)
  @Rule('isId', (uuid) => (uuid ?? null) === null || typeof uuid === 'string', 'The uuid must be text.')
  uuid?: string | null;

  @OptionalField({ type: String, minLength: 1, maxLength: MAX_VALUE_LENGTH, nullable: true, example: 'customer-7' })
  @IsText('value', MAX_VALUE_LENGTH)
  value?: string | null;

  @OptionalField({ enum: ALIAS_TYPES, nullable: true })
  @IsIn(ALIAS_TYPES, { message: `The type must be one of ${ALIAS_TYPES.join(', ')}.` })
  type?: AliasType | null;
}

const hasValueAndType = ({ value, type }: UnregisterAliasRequest): boolean => (value ?? null) !== null && (type ?? null) !== null;
