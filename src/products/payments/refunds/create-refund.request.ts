import { AcceptsEmptyArray } from '../../../common/validation/empty-array.decorator.js';
import { AMOUNT_SCHEMA, IsAmount } from '../../../common/validation/is-amount.decorator.js';
import { OptionalField } from '../../../common/validation/optional-field.decorator.js';

/** An empty body requests a refund of all that is left of the payment. PHP programs send an empty body as an empty list. */
@AcceptsEmptyArray()
export class CreateRefundRequest {
  @OptionalField({
    ...AMOUNT_SCHEMA,
    nullable: true,
    example: 12.3,
    description: 'In the currency that was paid in; all that is left when it is not given.',
  })
  @IsAmount()
  amount?: number | null;
}
