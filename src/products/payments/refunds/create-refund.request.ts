import { AcceptsEmptyArray } from '../../../common/validation/empty-array.decorator.js';
import { AmountField } from '../../../common/validation/fields.js';

/**
 * An empty body requests a refund of all that is left of the payment. PHP programs send an empty body as an empty list. JSON has no NaN, so programs
 * send the result of a wrong calculation as null, and it must not refund everything.
 */
@AcceptsEmptyArray()
export class CreateRefundRequest {
  @AmountField({
    optional: 'not null',
    example: 12.3,
    description: 'In the currency that was paid in; all that is left when it is not given.',
  })
  amount?: number;
}
