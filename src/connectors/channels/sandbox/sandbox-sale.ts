import type { StartAttempt } from '../port/attempt.js';

/** Fields of every payment and charge for the simulated acquirer. */
export function acquirerSaleOf({ reference, money, seller, description, returnUrl, expiresAt }: StartAttempt): object {
  return { reference, amount: money.amountMinor, currency: money.currency, seller, description, returnUrl, expiresAt };
}
