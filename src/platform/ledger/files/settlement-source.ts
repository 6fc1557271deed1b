import { Injectable } from '@nestjs/common';

/**
 * How a product finds its rows for the lines of a provider's settlement file. Amounts are minor units from the provider's view: collected money is
 * above zero, money that the provider took back is below zero. A line may have any reference of a row: `own` are the gateway's references,
 * `names` the provider's. $1 is the party, $2 the test flag. Rows of other parties are left out. Each product adds its own source.
 */
export interface SettlementSource {
  /** Parties that the product's money comes through. Other sources look up the files of other parties. */
  parties: readonly string[];
  /**
   * SELECT of `named text, own uuid[], names text[], amount_minor bigint, currency text, nth bigint` from `line (reference, own)`: the rows that
   * match a line's `own` or `reference`. `named` is the line's `reference`. Each line is looked up separately. `nth` numbers the rows with the
   * same references, amount and currency.
   */
  lookup: string;
  /**
   * SELECT of `id uuid, own uuid[], names text[], amount_minor bigint, currency text, nth bigint` for the product's own entries among
   * `entry (id, kind, reference, from_at)`. `nth` numbers these rows among the entries since `from_at`.
   */
  ofEntries: string;
}

@Injectable()
export class SettlementSources {
  private readonly sources: SettlementSource[] = [];

  /** The sources for a party's files. When no source names the party, these are all sources. */
  of(party: string): readonly SettlementSource[] {
    const own = this.sources.filter(({ parties }) => parties.includes(party));
    return own.length > 0 ? own : this.sources;
  }

  add(source: SettlementSource): void {
    this.sources.push(source);
  }
}
