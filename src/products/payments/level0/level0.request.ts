import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IsText, Rule } from '../../../common/validation/characters.js';
import { Field } from '../../../common/validation/field.decorator.js';
import { OptionalField, OptionalObject } from '../../../common/validation/optional-field.decorator.js';
import { MAX_APP_KEY_LENGTH, MAX_LABEL_LENGTH, MAX_VALUE_LENGTH } from '../mandates/alias-limits.js';
import { IsAliasLabel, IsAliasValue } from '../mandates/alias-text.js';

const BLIK_CODE = /^[0-9]{6}$/;
/** A text that is not the id of an alias gets the error ALIAS_NOT_FOUND. Only a much longer text fails validation. */
const MAX_UUID_TEXT_LENGTH = 255;

/** The ticket of a request: a BLIK code. */
export class TicketRequest {
  @ApiProperty({ type: String, pattern: BLIK_CODE.source, example: '777123', description: 'Six digits as text: leading zeros count.' })
  @Field()
  @Rule('isBlikCode', (code) => typeof code === 'string' && BLIK_CODE.test(code), 'The T6 must be text of six digits.')
  T6: string;
}

/** An alias to register with a code has label, type and value. An alias to pay with has its uuid, or value and type. */
export class Level0AliasRequest {
  @OptionalField({ type: String, format: 'uuid', nullable: true, description: 'Id of an active alias.' })
  @IsText('uuid', MAX_UUID_TEXT_LENGTH)
  uuid?: string | null;

  @OptionalField({ type: String, minLength: 1, maxLength: MAX_VALUE_LENGTH, nullable: true, example: 'customer-7' })
  @IsAliasValue()
  value?: string | null;

  @OptionalField({ enum: ['UID'], nullable: true })
  @IsIn(['UID'], { message: 'The type must be UID.' })
  type?: 'UID' | null;

  @OptionalField({
    type: String,
    minLength: 1,
    maxLength: MAX_LABEL_LENGTH,
    nullable: true,
    example: 'Books of the month',
    description: 'Shown in the payer’s app; needed to register one.',
  })
  @IsAliasLabel()
  label?: string | null;

  @OptionalField({
    type: String,
    maxLength: MAX_APP_KEY_LENGTH,
    nullable: true,
    description: 'Which app is meant: `blik_id` of one of the `alternatives`, or `blik_key` of the alias.',
  })
  @IsText('blik_id', MAX_APP_KEY_LENGTH)
  blik_id?: string | null;
}

const TICKET_OR_ALIAS_MESSAGE = 'Either a ticket or an alias must be given.';

/** The ticket or the alias to pay with. A ticket together with an alias also registers the alias. */
export class Level0Request {
  @OptionalObject(() => TicketRequest, 'The ticket must be an object.')
  ticket?: TicketRequest | null;

  @OptionalObject(() => Level0AliasRequest, 'The alias must be an object.')
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
