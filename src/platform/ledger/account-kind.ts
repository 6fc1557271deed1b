/** Parts of a partner's wallet. The table `wallet` stores their balances, too, and no balance may fall below zero. */
type WalletAccountKind =
  /** Earned, but not settled yet. */
  | 'partner:pending'
  /** Can be paid out, and refunds are paid from it. */
  | 'partner:available'
  /** Reserved for pending refunds. */
  | 'partner:reserved';

/**
 * Accounts that exist once per partner, currency and test flag. `partner:receivable` is a partner's debt that the wallet does not cover.
 */
export type PartnerAccountKind = WalletAccountKind | 'partner:receivable';

/** Accounts that exist once per currency and test flag. */
type PlatformAccountKind =
  /** Money that a provider has collected and not paid yet. The account is named after the operator, channel or `sms`. */
  | `platform:clearing:${string}`
  /** VAT on sales: the difference between gross and net price. */
  | 'platform:vat'
  /** The gateway's commission: the price without VAT, less the partner's share. */
  | 'platform:commission'
  /** Money of payments that staff must review. */
  | 'platform:held'
  /** Money that belongs to no payment. */
  | 'platform:suspense'
  /** Money that has arrived at the bank and was not paid out. */
  | 'platform:liquidity'
  /** The few grosz by which a provider's transfer differs from the settled sum. Only adjustments by staff use this account. */
  | 'platform:rounding';

export type AccountKind = PartnerAccountKind | PlatformAccountKind;

export function isPartnerAccount(kind: AccountKind): kind is PartnerAccountKind {
  return kind.startsWith('partner:');
}
