import { Rule } from '../../../../common/validation/characters.js';
import { AcceptsEmptyArray } from '../../../../common/validation/empty-array.decorator.js';
import { ChoiceField, Field, TextField } from '../../../../common/validation/fields.js';
import { MAX_REASON_LENGTH, MAX_VALUE_LENGTH } from '../../mandates/alias-limits.js';
import { ALIAS_TYPES, type AliasType } from '../../blik-aliases/payment-alias.entity.js';

@AcceptsEmptyArray()
export class UnregisterReason {
  @TextField(MAX_REASON_LENGTH, { optional: true, example: 'Asked by e-mail' })
  reason?: string | null;
}

const IDENTIFICATION_MESSAGE = 'Either uuid, or value and type, must say which alias is meant.';

/** Names the alias to unregister: by its id, or by value and type. */
@AcceptsEmptyArray()
export class UnregisterAliasRequest extends UnregisterReason {
  @Field({ optional: 'checked', type: String, format: 'uuid', description: 'Id of the alias.' })
  @Rule('isNamed', (uuid, { object }) => (uuid ?? null) !== null || hasValueAndType(object), IDENTIFICATION_MESSAGE)
  @Rule('isId', (uuid) => (uuid ?? null) === null || typeof uuid === 'string', 'The uuid must be text.')
  uuid?: string | null;

  @TextField(MAX_VALUE_LENGTH, { optional: true, minLength: 1, example: 'customer-7' })
  value?: string | null;

  @ChoiceField(ALIAS_TYPES, { optional: true })
  type?: AliasType | null;
}

const hasValueAndType = ({ value, type }: UnregisterAliasRequest): boolean => (value ?? null) !== null && (type ?? null) !== null;
