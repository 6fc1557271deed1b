import { AmountField, Field, SwitchField } from '../../../common/validation/fields.js';
import { ControlField, CurrencyField, DescriptionField } from '../payments/create/payment-fields.js';

export class CreateLinkRequest {
  @AmountField({ optional: true, example: 49.9, description: 'What each payer pays, in `currency`. Without it payers choose.' })
  amount?: number | null;

  @AmountField({ optional: true, description: 'The least that payers may choose. Only without `amount`.' })
  minAmount?: number | null;

  @AmountField({ optional: true, description: 'The most that payers may choose. Only without `amount`.' })
  maxAmount?: number | null;

  @CurrencyField()
  currency?: string | null;

  @DescriptionField()
  description?: string | null;

  @ControlField('For the partner’s own use: each payment of the link has it, and so has each notification.')
  control?: string | null;

  /** Validated in `link-terms.ts`. */
  @Field({
    optional: true,
    type: String,
    example: '2030-12-31',
    description:
      'Last day, or ISO 8601 date and time, at most 10 years ahead, until which payments may be begun. Without it there is no end.',
  })
  expiresAt?: unknown;

  @SwitchField({ optional: true, example: false, description: 'It is paid once; false unless given.' })
  singleUse?: boolean | null;
}
