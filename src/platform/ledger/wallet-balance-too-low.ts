export type WalletPart = 'pending' | 'available' | 'reserved';

/**
 * A posting would have taken a part of a wallet below zero. PostgreSQL has aborted the transaction, so do not catch this error within it.
 * A caller that must continue posts inside a savepoint, `tx.transaction(…)`.
 */
export class WalletBalanceTooLowError extends Error {
  constructor(readonly part: WalletPart) {
    super(`The ${part} part of the wallet is too small`);
    this.name = 'WalletBalanceTooLowError';
  }
}

/** Recognises the database's error by the name of its constraint. @returns null for any other error. */
export function asWalletBalanceTooLow(error: unknown): WalletBalanceTooLowError | null {
  if (!(error instanceof Error) || !('constraint' in error)) return null;
  const part = /^wallet_(pending|available|reserved)_not_negative$/.exec(String(error.constraint))?.[1];
  return part ? new WalletBalanceTooLowError(part as WalletPart) : null;
}
