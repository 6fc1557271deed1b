import { IsEmail, IsIP } from 'class-validator';
import { Field, TextField } from '../../../../common/validation/fields.js';
import { CountryField } from './payment-fields.js';

export class PaymentCustomerRequest {
  @TextField(64, { optional: true, displayed: true, example: 'Jan Kowalski' })
  name?: string | null;

  @Field({ optional: true, type: String, format: 'email', example: 'jan@example.com' })
  @IsEmail({}, { message: 'The email must be a valid e-mail address.' })
  email?: string | null;

  @Field({ optional: true, type: String, example: '198.51.100.7', description: 'The payer’s address; required with `directChannel`.' })
  @IsIP(undefined, { message: 'The ip must be an IPv4 or IPv6 address.' })
  ip?: string | null;

  @CountryField({
    optional: true,
    description:
      'ISO 3166-1 alpha-2, in any case; kept in capitals. Without it `billing.country` counts; one of them is required with `directChannel`.',
  })
  countryCode?: string | null;
}

export class PaymentAntifraudRequest {
  @TextField(1024, { optional: true, description: 'The payer’s browser; required with `directChannel`.' })
  useragent?: string | null;

  /** Validated in `create-payment-rules.ts`, because as a JSON number it has more digits than a double keeps. */
  @Field({
    optional: true,
    shape: 'raw',
    anyOf: [{ type: 'integer', format: 'int64' }, { type: 'string', pattern: '^[0-9]{17}$' }, { type: 'null' }],
    example: '76561198000000000',
    description: 'SteamID64 of 17 digits, as text or as a number.',
  })
  steamid?: number | string | null;

  @TextField(64, { optional: true, description: 'Name of a Minecraft player.' })
  mcusername?: string | null;

  @TextField(64, { optional: true, description: 'UUID of a Minecraft player.' })
  mcid?: string | null;

  @TextField(128, { optional: true, description: 'The payer’s id in the partner’s own system.' })
  systemId?: string | null;
}
