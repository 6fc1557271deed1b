/** Parts of a partner's wallet. The table `wallet` holds their balances, too, and none may fall below zero. */
type WalletAccountKind = 'partner:pending' | 'partner:available' | 'partner:reserved';

/** Accounts that exist once per partner and currency. `partner:receivable` is what a partner owes beyond the wallet. */
export type PartnerAccountKind = WalletAccountKind | 'partner:receivable';

/**
 * Accounts that exist once per currency. Clearing accounts are named after the party the money comes through. `platform:held` is money of
 * payments that staff must review, `platform:suspense` money that belongs to no payment, `platform:liquidity` money that has arrived at the
 * bank and was not paid out. `platform:rounding` takes the grosz by which a settlement differs.
 */
type PlatformAccountKind =
  | `platform:clearing:${string}`
  | 'platform:vat'
  | 'platform:commission'
  | 'platform:held'
  | 'platform:suspense'
  | 'platform:liquidity'
  | 'platform:rounding';

export type AccountKind = PartnerAccountKind | PlatformAccountKind;

export function isPartnerAccount(kind: AccountKind): kind is PartnerAccountKind {
  return kind.startsWith('partner:');
}
