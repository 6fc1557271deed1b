import { IsBoolean } from 'class-validator';
import { AMOUNT_SCHEMA, IsAmount } from '../../../common/validation/is-amount.decorator.js';
import { OptionalField } from '../../../common/validation/optional-field.decorator.js';
import { ControlField, CurrencyField, DescriptionField } from '../transactions/create/payment-fields.js';

export class CreateLinkRequest {
  @OptionalField({
    ...AMOUNT_SCHEMA,
    nullable: true,
    example: 49.9,
    description: 'What each payer pays, in `currency`. Without it payers choose.',
  })
  @IsAmount()
  amount?: number | null;

  @OptionalField({ ...AMOUNT_SCHEMA, nullable: true, description: 'The least that payers may choose. Only without `amount`.' })
  @IsAmount('minAmount')
  minAmount?: number | null;

  @OptionalField({ ...AMOUNT_SCHEMA, nullable: true, description: 'The most that payers may choose. Only without `amount`.' })
  @IsAmount('maxAmount')
  maxAmount?: number | null;

  @CurrencyField()
  currency?: string | null;

  @DescriptionField()
  description?: string | null;

  @ControlField('For the partner’s own use: each payment of the link has it, and so has each notification.')
  control?: string | null;

  /** Validated in `link-terms.ts`. */
  @OptionalField({
    type: String,
    nullable: true,
    example: '2030-12-31',
    description:
      'Last day, or ISO 8601 date and time, at most 10 years ahead, until which payments may be begun. Without it there is no end.',
  })
  expiresAt?: unknown;

  @OptionalField({ type: Boolean, nullable: true, example: false, description: 'It is paid once; false unless given.' })
  @IsBoolean({ message: 'The singleUse must be true or false.' })
  singleUse?: boolean | null;
}
