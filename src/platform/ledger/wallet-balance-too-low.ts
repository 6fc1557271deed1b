export type WalletPart = 'pending' | 'available' | 'reserved';

/**
 * A posting would have taken a part of a wallet below zero. PostgreSQL has aborted the transaction, so let this error leave it. (A caller that
 * must go on posts inside a savepoint, `tx.transaction(…)`.)
 */
export class WalletBalanceTooLow extends Error {
  constructor(readonly part: WalletPart) {
    super(`The ${part} part of the wallet is too small`);
    this.name = 'WalletBalanceTooLow';
  }
}

/** Recognises the database's refusal by its constraint; `null` for any other error. */
export function walletBalanceTooLow(error: unknown): WalletBalanceTooLow | null {
  if (!(error instanceof Error) || !('constraint' in error)) return null;
  const part = /^wallet_(pending|available|reserved)_not_negative$/.exec(String(error.constraint))?.[1];
  return part ? new WalletBalanceTooLow(part as WalletPart) : null;
}
