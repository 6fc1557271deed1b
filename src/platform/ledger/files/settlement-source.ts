import { Injectable } from '@nestjs/common';

/**
 * How a product's rows are found for the lines of a party's settlement file. Amounts are minor units from the party's view: money it took is
 * above zero, money it took back below. A line may carry any of a row's references: `own` are the gateway's, `names` the party's. $1 is the
 * party, $2 whether it is test money; rows of other parties are left out. Each product adds its own source.
 */
export interface SettlementSource {
  /** Parties through which the product's money comes. Files of others are not looked up here. */
  parties: readonly string[];
  /**
   * SELECT of `named text, own uuid[], names text[], amount_minor bigint, currency text, nth bigint` from `line (reference, own)`: the rows that
   * a line's `own` reference or its `reference` finds; `named` is the line's `reference`. Lines are looked up one by one. `nth` numbers the rows
   * with the same names, amount and currency.
   */
  lookup: string;
  /**
   * SELECT of `id uuid, own uuid[], names text[], amount_minor bigint, currency text, nth bigint` for the product's own entries among
   * `entry (id, kind, reference, from_at)`. `nth` numbers the same among the entries since `from_at`.
   */
  ofEntries: string;
}

@Injectable()
export class SettlementSources {
  private readonly sources: SettlementSource[] = [];

  /** The sources for a party's files; all of them when no source names the party. */
  of(party: string): readonly SettlementSource[] {
    const own = this.sources.filter(({ parties }) => parties.includes(party));
    return own.length > 0 ? own : this.sources;
  }

  add(source: SettlementSource): void {
    this.sources.push(source);
  }
}
