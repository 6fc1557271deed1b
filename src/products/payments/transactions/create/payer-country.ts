import type { CreatePaymentRequest } from './create-payment.request.js';

type Payer = Pick<CreatePaymentRequest, 'customer' | 'billing'>;

/** Where the payer is: shops that do not say so have the country of the bill. */
export const payerCountry = ({ customer, billing }: Payer): string | null => customer?.countryCode ?? billing?.country ?? null;
