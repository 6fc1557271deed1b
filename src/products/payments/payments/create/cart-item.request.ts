import { Rule } from '../../../../common/validation/characters.js';
import { AmountField, Field, TextField } from '../../../../common/validation/fields.js';

const isQuantity = (value: unknown): boolean => typeof value === 'number' && value > 0 && Number.isFinite(value);

export class PaymentCartItemRequest {
  @TextField(64, { displayed: true, minLength: 3, example: 'A golden sword' })
  @Rule('isLongEnough', (value) => [...String(value)].length >= 3, 'The name must have at least 3 characters.')
  name: string;

  @Field({
    type: Number,
    shape: 'decimal',
    minimum: Number.MIN_VALUE,
    example: 1,
    description: 'Any decimal above 0, such as 1.5. What the line comes to is shown to the payer, rounded half up.',
  })
  @Rule('isQuantity', isQuantity, 'The quantity must be a number greater than 0, in the range of a double.')
  quantity: number;

  @AmountField({ example: 12.3, description: 'Of one piece.' })
  price: number;

  @TextField(128, { nullable: true, displayed: true })
  producer: string | null;

  @TextField(128, { nullable: true })
  category: string | null;

  @TextField(128, { nullable: true })
  code: string | null;
}
