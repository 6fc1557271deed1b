import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';
import { IsText, Rule } from '../../../../common/validation/characters.js';
import { DecimalField, Field } from '../../../../common/validation/field.decorator.js';
import { AMOUNT_SCHEMA, IsAmount } from '../../../../common/validation/is-amount.decorator.js';
import { IsDisplayText } from '../../../../common/validation/display-text.decorator.js';

const NullableText = (label: string, isText = IsText): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: String, maxLength: 128, nullable: true }),
    Field(),
    ValidateIf((_, value) => value !== null),
    isText(label, 128),
  );

const isQuantity = (value: unknown): boolean => typeof value === 'number' && value > 0 && Number.isFinite(value);

export class PaymentCartItemRequest {
  @ApiProperty({ minLength: 3, maxLength: 64, example: 'A golden sword' })
  @Field()
  @IsDisplayText('name', 64)
  @Rule('isLongEnough', (value) => [...String(value)].length >= 3, 'The name must have at least 3 characters.')
  name: string;

  @ApiProperty({
    type: Number,
    minimum: Number.MIN_VALUE,
    example: 1,
    description: 'Any decimal above 0, such as 1.5. What the line comes to is shown to the payer, rounded half up.',
  })
  @DecimalField()
  @Rule('isQuantity', isQuantity, 'The quantity must be a number greater than 0, in the range of a double.')
  quantity: number;

  @ApiProperty({ ...AMOUNT_SCHEMA, example: 12.3, description: 'Of one piece.' })
  @Field()
  @IsAmount('price')
  price: number;

  @NullableText('producer', IsDisplayText)
  producer: string | null;

  @NullableText('category')
  category: string | null;

  @NullableText('code')
  code: string | null;
}
