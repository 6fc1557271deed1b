/** Minor units of a currency with two decimals (`PLN`, three capitals). A connector converts money to the acquirer's format. */
export interface Money {
  amountMinor: number;
  currency: string;
}

export function isSameMoney(a: Money, b: Money): boolean {
  return a.amountMinor === b.amountMinor && a.currency === b.currency;
}
