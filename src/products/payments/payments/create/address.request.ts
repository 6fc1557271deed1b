import { TextField } from '../../../../common/validation/fields.js';
import { CountryField } from './payment-fields.js';
import { normalizePostalCode } from './postal-code.js';

/** The billing and the shipping address have the same fields. */
export class PaymentAddressRequest {
  @TextField(64, { optional: true, displayed: true })
  name?: string | null;

  @TextField(64, { nullable: true, displayed: true })
  surname: string | null;

  @TextField(64, { nullable: true, displayed: true })
  street: string | null;

  @TextField(16, { optional: true, displayed: true })
  building?: string | null;

  @TextField(16, { optional: true, displayed: true })
  flat?: string | null;

  @TextField(32, { nullable: true, displayed: true })
  city: string | null;

  @TextField(32, { optional: true, displayed: true })
  region?: string | null;

  @TextField(16, {
    nullable: true,
    normalize: (code, { country }) => normalizePostalCode(code, country),
    example: '00-001',
    description: 'Of a Polish address `00001`, `00 001` and stray spaces are read as `00-001`; anything else stays as it is.',
  })
  postalCode: string | null;

  @CountryField({ nullable: true })
  country: string | null;

  @TextField(64, { optional: true, displayed: true })
  company?: string | null;
}
