/**
 * How a product finds its rows for the lines of a provider's settlement file. Amounts are minor units from the provider's view: collected
 * money is above zero, money that the provider took back is below zero. A line may have any reference of a row: `own` are the gateway's
 * references, `names` the provider's. $1 is the provider, $2 the test flag. Rows of other providers are left out. Each product adds its own
 * source.
 */
export interface SettlementSource {
  /** Providers that collect money for the product. The files of other providers are looked up by other sources. */
  providers: readonly string[];
  /**
   * SELECT of `named text, own uuid[], names text[], amount_minor bigint, currency text, nth bigint` from `line (reference, own)`: the rows
   * that match a line's `own` or `reference`. `named` is the line's `reference`. Each line is looked up separately. `nth` numbers the rows
   * with the same references, amount and currency.
   */
  lookup: string;
  /**
   * SELECT of `id uuid, own uuid[], names text[], amount_minor bigint, currency text, nth bigint` for the product's own entries among
   * `entry (id, kind, reference, from_at)`. `nth` numbers these rows among the entries since `from_at`.
   */
  ofEntries: string;
}
