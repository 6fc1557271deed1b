import { Injectable } from '@nestjs/common';
import type { RowKey } from './rows/row-batches.js';

/**
 * What a product's rows say that the ledger must hold, so that the ledger is proved against what happened and not only against itself.
 * Each product adds its own.
 */
export interface EntryProof {
  /** Kinds of the entries that these rows cause, and nothing else does. */
  kinds: readonly string[];
  /** Table of the rows and its primary key, by which they are read in batches. */
  table: string;
  key: RowKey;
  /**
   * The postings that the rows with a key from $1 (included) to $2 (excluded) must have caused: a SELECT of
   * `kind text, reference text, account text, partner_id uuid, test boolean, currency text, amount_minor bigint`, none with an amount of zero.
   */
  postings: string;
  /** Rows looked at in one statement, when each stands for many. */
  rowsAtOnce?: number;
}

@Injectable()
export class EntryProofs {
  private readonly proofs: EntryProof[] = [];

  get all(): readonly EntryProof[] {
    return this.proofs;
  }

  add(proof: EntryProof): void {
    this.proofs.push(proof);
  }
}
