import type { AttemptRequest } from '../port/attempt.js';

/** Fields that every request for a payment or a charge sends to the simulated acquirer. */
export function acquirerOrderOf({ reference, money, seller, description, returnUrl, expiresAt }: AttemptRequest): object {
  return { reference, amount: money.amountMinor, currency: money.currency, seller, description, returnUrl, expiresAt };
}
