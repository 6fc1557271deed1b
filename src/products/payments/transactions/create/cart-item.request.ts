import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';
import { IsText, Rule } from '../../../../common/validation/characters.js';
import { Field } from '../../../../common/validation/field.decorator.js';
import { AMOUNT_SCHEMA, IsAmount } from '../../../../common/validation/is-amount.decorator.js';
import { IsShownText } from '../../../../common/validation/shown-text.decorator.js';

const MOST_PIECES = 1_000_000;

const NullableText = (label: string, isText = IsText): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: String, maxLength: 128, nullable: true }),
    Field(),
    ValidateIf((_, value) => value !== null),
    isText(label, 128),
  );

export class PaymentCartItemRequest {
  @ApiProperty({ minLength: 3, maxLength: 64, example: 'A golden sword' })
  @Field()
  @IsShownText('name', 64)
  @Rule('isLongEnough', (value) => [...String(value)].length >= 3, 'The name must have at least 3 characters.')
  name: string;

  @ApiProperty({ type: Number, minimum: 1, maximum: MOST_PIECES, example: 1 })
  @Field()
  @Rule(
    'isQuantity',
    (value) => typeof value === 'number' && value >= 1 && value <= MOST_PIECES,
    `The quantity must be a number from 1 to ${MOST_PIECES}.`,
  )
  quantity: number;

  @ApiProperty({ ...AMOUNT_SCHEMA, example: 12.3, description: 'Of one piece.' })
  @Field()
  @IsAmount('price')
  price: number;

  @NullableText('producer', IsShownText)
  producer: string | null;

  @NullableText('category')
  category: string | null;

  @NullableText('code')
  code: string | null;
}
