import { Injectable } from '@nestjs/common';

/**
 * How a product's rows are found by what parties call them, so that a party's settlement file is compared with what was charged. Amounts are
 * minor units as the party has them: what it took is above zero, what it took back below. `own` are the gateway's references of a row, and
 * `names` the party's: a line may carry any of them. Each product adds its own. $1 is the party, $2 whether it is test money; rows of other
 * parties are left out.
 */
export interface SettlementSource {
  /** Whom its money comes through: files of others are not looked up here. */
  parties: readonly string[];
  /**
   * SELECT of `named text, own uuid[], names text[], amount_minor bigint, currency text, nth bigint` from `line (reference, own)`: what it finds
   * by a line's `own` reference, or by the party's name of it; `named` is that line's `reference`. Lines are looked up one by one. `nth`: which
   * one it is of those with the same names, amount and currency.
   */
  lookup: string;
  /**
   * SELECT of `id uuid, own uuid[], names text[], amount_minor bigint, currency text, nth bigint` for those of
   * `entry (id, kind, reference, from_at)` that are its own. `nth`: the same of those that were entered since `from_at`.
   */
  ofEntries: string;
}

@Injectable()
export class SettlementSources {
  private readonly sources: SettlementSource[] = [];

  /** Those that may know lines of a party's file; all of them for a party that no source names. */
  of(party: string): readonly SettlementSource[] {
    const own = this.sources.filter(({ parties }) => parties.includes(party));
    return own.length > 0 ? own : this.sources;
  }

  add(source: SettlementSource): void {
    this.sources.push(source);
  }
}
