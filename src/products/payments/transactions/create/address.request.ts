import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsISO31661Alpha2, ValidateIf } from 'class-validator';
import { IsText } from '../../../../common/validation/characters.js';
import { Field } from '../../../../common/validation/field.decorator.js';
import { OptionalField } from '../../../../common/validation/optional-field.decorator.js';
import { Normalize } from '../../../../common/validation/normalize.decorator.js';
import { IsDisplayText } from '../../../../common/validation/display-text.decorator.js';
import { COUNTRY_MESSAGE, UpperCase } from './payer-parts.request.js';
import { normalizePostalCode } from './postal-code.js';

/** The key is required, and its value may be null. */
const Nullable = (): PropertyDecorator => ValidateIf((_, value) => value !== null);

const RequiredText = (label: string, maxLength: number): PropertyDecorator =>
  applyDecorators(ApiProperty({ type: String, maxLength, nullable: true }), Field(), Nullable(), IsDisplayText(label, maxLength));

const OptionalText = (label: string, maxLength: number): PropertyDecorator =>
  applyDecorators(OptionalField({ type: String, maxLength, nullable: true }), IsDisplayText(label, maxLength));

/** The billing and the shipping address have the same fields. */
export class PaymentAddressRequest {
  @OptionalText('name', 64)
  name?: string | null;

  @RequiredText('surname', 64)
  surname: string | null;

  @RequiredText('street', 64)
  street: string | null;

  @OptionalText('building', 16)
  building?: string | null;

  @OptionalText('flat', 16)
  flat?: string | null;

  @RequiredText('city', 32)
  city: string | null;

  @OptionalText('region', 32)
  region?: string | null;

  @ApiProperty({
    type: String,
    maxLength: 16,
    nullable: true,
    example: '00-001',
    description: 'Of a Polish address `00001`, `00 001` and stray spaces are read as `00-001`; anything else stays as it is.',
  })
  @Field()
  @Normalize((code, { country }) => normalizePostalCode(code, country))
  @Nullable()
  @IsText('postalCode', 16)
  postalCode: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'PL', description: 'ISO 3166-1 alpha-2, in any case; kept in capitals.' })
  @Field()
  @UpperCase()
  @Nullable()
  @IsISO31661Alpha2({ message: `The country ${COUNTRY_MESSAGE}` })
  country: string | null;

  @OptionalText('company', 64)
  company?: string | null;
}
