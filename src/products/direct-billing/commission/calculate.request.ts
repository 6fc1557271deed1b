import { AmountField } from '../../../common/validation/fields.js';
import { isAmountText } from '../../../common/validation/is-amount.js';

export class CalculateDirectBillingRequest {
  @AmountField({ accepts: isAmountText, example: 200, description: 'What the partner wants to receive net, in PLN.' })
  amount: string;
}
