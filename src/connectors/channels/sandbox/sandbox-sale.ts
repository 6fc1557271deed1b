import type { StartAttempt } from '../port/attempt.js';

/** What the simulated acquirer is told of every order for money. */
export function saleOf({ reference, money, seller, description, returnUrl, expiresAt }: StartAttempt): object {
  return { reference, amount: money.amountMinor, currency: money.currency, seller, description, returnUrl, expiresAt };
}
