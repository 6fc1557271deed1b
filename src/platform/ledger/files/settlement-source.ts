import { Injectable } from '@nestjs/common';

/**
 * How a product's rows are found by what parties call them, so that a party's settlement file is compared with what was charged. Amounts are
 * minor units as the party has them: what it took is above zero, what it took back below. Each product adds its own. $1 is the party, $2
 * whether it is test money; rows of other parties are left out.
 */
export interface SettlementSource {
  /** SELECT of `named text, amount_minor bigint, currency text` from `line (line, reference, as_uuid)`, whose references it looks up one by one. */
  lookup: string;
  /** SELECT of `id uuid, names text[], amount_minor bigint, currency text` for those of `entry (id, kind, reference)` that are its own. */
  ofEntries: string;
}

@Injectable()
export class SettlementSources {
  private readonly sources: SettlementSource[] = [];

  get all(): readonly SettlementSource[] {
    return this.sources;
  }

  add(source: SettlementSource): void {
    this.sources.push(source);
  }
}
