import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsEmail, IsIP, IsISO31661Alpha2, IsOptional } from 'class-validator';
import { IsText } from '../../../../common/validation/characters.js';
import { Field, RawField } from '../../../../common/validation/field.decorator.js';
import { OptionalField } from '../../../../common/validation/optional-field.decorator.js';
import { Normalize } from '../../../../common/validation/normalize.decorator.js';
import { IsDisplayText } from '../../../../common/validation/display-text.decorator.js';

export const COUNTRY_MESSAGE = 'must be an ISO 3166-1 country code of two letters, such as PL.';

/** Normalizes a code to capitals, because codes are compared and signed in one form. */
export const UpperCase = (): PropertyDecorator => Normalize((code) => code.toUpperCase());

export class PaymentCustomerRequest {
  @OptionalField({ type: String, maxLength: 64, nullable: true, example: 'Jan Kowalski' })
  @IsDisplayText('name', 64)
  name?: string | null;

  @OptionalField({ type: String, format: 'email', nullable: true, example: 'jan@example.com' })
  @IsEmail({}, { message: 'The email must be a valid e-mail address.' })
  email?: string | null;

  @OptionalField({
    type: String,
    nullable: true,
    example: '198.51.100.7',
    description: 'The payer’s address; required with `directChannel`.',
  })
  @IsIP(undefined, { message: 'The ip must be an IPv4 or IPv6 address.' })
  ip?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'PL',
    description:
      'ISO 3166-1 alpha-2, in any case; kept in capitals. Without it `billing.country` counts; one of them is required with `directChannel`.',
  })
  @Field()
  @UpperCase()
  @IsOptional()
  @IsISO31661Alpha2({ message: `The countryCode ${COUNTRY_MESSAGE}` })
  countryCode?: string | null;
}

export class PaymentAntifraudRequest {
  @OptionalField({
    type: String,
    maxLength: 1024,
    nullable: true,
    description: 'The payer’s browser; required with `directChannel`.',
  })
  @IsText('useragent', 1024)
  useragent?: string | null;

  /** Validated in `create-payment-rules.ts`, because as a JSON number it has more digits than a double keeps. */
  @ApiPropertyOptional({
    anyOf: [{ type: 'integer', format: 'int64' }, { type: 'string', pattern: '^[0-9]{17}$' }, { type: 'null' }],
    example: '76561198000000000',
    description: 'SteamID64 of 17 digits, as text or as a number.',
  })
  @RawField()
  @IsOptional()
  steamid?: number | string | null;

  @OptionalField({ type: String, maxLength: 64, nullable: true, description: 'Name of a Minecraft player.' })
  @IsText('mcusername', 64)
  mcusername?: string | null;

  @OptionalField({ type: String, maxLength: 64, nullable: true, description: 'UUID of a Minecraft player.' })
  @IsText('mcid', 64)
  mcid?: string | null;

  @OptionalField({ type: String, maxLength: 128, nullable: true, description: 'The payer’s id in the partner’s own system.' })
  @IsText('systemId', 128)
  systemId?: string | null;
}
