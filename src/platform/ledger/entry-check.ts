import { Injectable } from '@nestjs/common';
import type { RowKey } from '../../runtime/database/rows/row-batches.js';

/**
 * The entries that a product's rows must have caused, so that the ledger is verified against these rows and not only against itself. Each
 * product adds its own.
 */
export interface EntryCheck {
  /** Kinds of the entries that only these rows cause. */
  kinds: readonly string[];
  /** Table of the rows and its primary key, by which they are read in batches. */
  table: string;
  key: RowKey;
  /**
   * The postings that the rows with a key from $1 (included) to $2 (excluded) must have caused: a SELECT of
   * `kind text, reference text, account text, partner_id uuid, test boolean, currency text, amount_minor bigint`, none with an amount of zero.
   */
  postings: string;
  /** Rows per statement, when each stands for many entries. */
  rowsAtOnce?: number;
}

@Injectable()
export class EntryChecks {
  private readonly invariants: EntryCheck[] = [];

  get all(): readonly EntryCheck[] {
    return this.invariants;
  }

  add(invariant: EntryCheck): void {
    this.invariants.push(invariant);
  }
}
