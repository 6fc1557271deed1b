/** Parts of a partner's wallet. The table `wallet` stores their balances, too, and no balance may fall below zero. */
type WalletAccountKind = 'partner:pending' | 'partner:available' | 'partner:reserved';

/**
 * Accounts that exist once per partner, currency and test flag. `partner:receivable` is a partner's debt that the wallet does not cover.
 */
export type PartnerAccountKind = WalletAccountKind | 'partner:receivable';

/**
 * Accounts that exist once per currency and test flag. A clearing account is named after the operator, channel or `sms` that the money
 * comes through. `platform:held` is money of payments that staff must review. `platform:suspense` is money that belongs to no payment.
 * `platform:liquidity` is money that has arrived at the bank and was not paid out. `platform:rounding` takes the grosz by which a
 * settlement differs.
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
