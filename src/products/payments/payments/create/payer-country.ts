import type { CreatePaymentRequest } from './create-payment.request.js';

type PayerParts = Pick<CreatePaymentRequest, 'customer' | 'billing'>;

/** The payer's country, or else the country of the billing address. */
export const payerCountry = ({ customer, billing }: PayerParts): string | null => customer?.countryCode ?? billing?.country ?? null;
