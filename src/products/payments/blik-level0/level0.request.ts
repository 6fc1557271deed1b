import { IsText } from '../../../common/validation/characters.js';
import { ChoiceField, CodeField, Field, ObjectField, TextField } from '../../../common/validation/fields.js';
import { MAX_APP_KEY_LENGTH } from '../mandates/alias-limits.js';
import { AliasLabelField, AliasValueField } from '../mandates/alias-text.js';

/** A text that is not the id of an alias gets the error ALIAS_NOT_FOUND. Only a much longer text fails validation. */
const MAX_UUID_TEXT_LENGTH = 255;

/** The ticket of a request: a BLIK code. */
export class TicketRequest {
  @CodeField(/^[0-9]{6}$/, 'The T6 must be text of six digits.', {
    example: '777123',
    description: 'Six digits as text: leading zeros count.',
  })
  T6: string;
}

/** An alias to register with a code has label, type and value. An alias to pay with has its uuid, or value and type. */
export class Level0AliasRequest {
  @Field({ optional: true, type: String, format: 'uuid', description: 'Id of an active alias.' })
  @IsText('uuid', MAX_UUID_TEXT_LENGTH)
  uuid?: string | null;

  @AliasValueField({ optional: true })
  value?: string | null;

  @ChoiceField(['UID'], { optional: true })
  type?: 'UID' | null;

  @AliasLabelField('Shown in the payer’s app; needed to register one.')
  label?: string | null;

  @TextField(MAX_APP_KEY_LENGTH, {
    optional: true,
    description: 'Which app is meant: `blik_id` of one of the `alternatives`, or `blik_key` of the alias.',
  })
  blik_id?: string | null;
}

const TICKET_OR_ALIAS_MESSAGE = 'Either a ticket or an alias must be given.';

/** The ticket or the alias to pay with. A ticket together with an alias also registers the alias. */
export class Level0Request {
  @ObjectField(() => TicketRequest, { optional: true })
  ticket?: TicketRequest | null;

  @ObjectField(() => Level0AliasRequest, { optional: true })
  alias?: Level0AliasRequest | null;
}

/** Checks across fields: the request needs a ticket or an alias, and the alias needs all its fields. */
export function level0Problems({ ticket, alias }: Level0Request): Record<string, string[]> {
  if (!ticket && !alias) return { ticket: [TICKET_OR_ALIAS_MESSAGE] };
  if (!alias) return {};
  const { uuid, value, type, label } = alias;
  if (!ticket && uuid) return {};
  const requiredFields = { value, type, ...(ticket && { label }) };
  const purpose = ticket ? 'to register an alias' : 'to pay with an alias, unless its uuid is given';
  const missing = Object.entries(requiredFields).filter(([, field]) => !field);
  return Object.fromEntries(missing.map(([name]) => [`alias.${name}`, [`The ${name} is needed ${purpose}.`]]));
}
