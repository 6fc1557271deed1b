import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsObject, IsOptional, Matches } from 'class-validator';
import { Field, ObjectField } from '../../../common/validation/field.decorator.js';
import { AMOUNT_SCHEMA, IsAmount } from '../../../common/validation/is-amount.decorator.js';
import { IsText, Rule } from '../../../common/validation/characters.js';
import { IsHttpUrl } from '../../../common/validation/is-http-url.decorator.js';
import { IsShownText } from '../../../common/validation/shown-text.decorator.js';
import { AMOUNT_TYPES, type AmountType } from '../commission/price.js';
import { NOT_A_MOBILE_NUMBER, readMobileNumber } from '../phone-number.js';

export class DirectBillingReturnUrls {
  @ApiPropertyOptional({
    type: String,
    format: 'iri',
    maxLength: 2048,
    nullable: true,
    example: 'https://shop.example/paid',
    description: 'Where the payer goes after a success. Letters beyond ASCII may stand in it as they are.',
  })
  @Field()
  @IsOptional()
  @IsHttpUrl('success URL')
  success?: string | null;

  @ApiPropertyOptional({
    type: String,
    format: 'iri',
    maxLength: 2048,
    nullable: true,
    example: 'https://shop.example/failed',
    description: 'Where the payer goes after a failure. Letters beyond ASCII may stand in it as they are.',
  })
  @Field()
  @IsOptional()
  @IsHttpUrl('failure URL')
  failure?: string | null;
}

export class CreateDirectBillingTransactionRequest {
  @ApiProperty({
    ...AMOUNT_SCHEMA,
    example: 12.3,
    description: 'Transaction amount in PLN; its meaning depends on `amountType`.',
  })
  @Field()
  @IsAmount()
  amount: number;

  @ApiPropertyOptional({
    enum: AMOUNT_TYPES,
    nullable: true,
    default: 'gross',
    description:
      '`required`: what the partner wants to receive; the final price depends on the operator. `net`, `gross`: the price itself.',
  })
  @Field()
  @IsOptional()
  @IsIn([...AMOUNT_TYPES], { message: 'The amount type must be required, net or gross.' })
  amountType?: AmountType | null;

  @ApiPropertyOptional({
    type: String,
    maxLength: 128,
    nullable: true,
    example: 'A golden sword',
    description: 'Shown on the payment page.',
  })
  @Field()
  @IsOptional()
  @IsShownText('description', 128)
  description?: string | null;

  @ApiPropertyOptional({ type: String, maxLength: 128, nullable: true, example: 'order-1', description: 'For the partner’s own use.' })
  @Field()
  @IsOptional()
  @IsText('control', 128)
  control?: string | null;

  @ApiPropertyOptional({ type: DirectBillingReturnUrls, nullable: true })
  @ObjectField(() => DirectBillingReturnUrls)
  @IsOptional()
  @IsObject({ message: 'The returns must be an object with success and failure.' })
  returns?: DirectBillingReturnUrls | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: '48500600700',
    description: 'Forces the phone number, a Polish mobile one: nine digits with or without 48 or +48.',
  })
  @Field()
  @IsOptional()
  @Rule('isPhoneNumber', (value) => typeof value === 'string' && readMobileNumber(value) !== null, NOT_A_MOBILE_NUMBER)
  phoneNumber?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, pattern: '^\\d{17}$', example: '76561198000000000', description: 'SteamID64.' })
  @Field()
  @IsOptional()
  @Matches(/^\d{17}$/, { message: 'The steamid must be a SteamID64 of 17 digits, as text.' })
  steamid?: string | null;
}
