import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsISO31661Alpha2, IsOptional, ValidateIf, type ValidationArguments } from 'class-validator';
import { IsText, Rule } from '../../../../common/validation/characters.js';
import { Field } from '../../../../common/validation/field.decorator.js';
import { COUNTRY_SENTENCE } from './payer-parts.request.js';

/** The key has to be there, the value may be null. */
const Nullable = (): PropertyDecorator => ValidateIf((_, value) => value !== null);

const RequiredText = (label: string, maxLength: number): PropertyDecorator =>
  applyDecorators(ApiProperty({ type: String, maxLength, nullable: true }), Field(), Nullable(), IsText(label, maxLength));

const OptionalText = (label: string, maxLength: number): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional({ type: String, maxLength, nullable: true }), Field(), IsOptional(), IsText(label, maxLength));

const POLISH = /^\d{2}-\d{3}$/;

const isPostalCode = (value: unknown, { object }: ValidationArguments): boolean =>
  String((object as PaymentAddressRequest).country).toUpperCase() !== 'PL' || POLISH.test(String(value));

/** Billing and shipping have the same fields. */
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

  @RequiredText('postalCode', 16)
  @Rule('isPostalCode', isPostalCode, 'The postalCode of a Polish address must have the form 00-000.')
  postalCode: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'PL', description: 'ISO 3166-1 alpha-2.' })
  @Field()
  @Nullable()
  @IsISO31661Alpha2({ message: `The country ${COUNTRY_SENTENCE}` })
  country: string | null;

  @OptionalText('company', 64)
  company?: string | null;
}
