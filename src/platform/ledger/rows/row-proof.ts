import { Injectable } from '@nestjs/common';
import type { RowKey } from './row-batches.js';

/**
 * What rows that speak of money have to say of each other, so that none can be changed alone: a payment's status and sums and those of its
 * attempts and refunds, for example. Each product adds the proofs of its rows. A proof has two sides that are written apart.
 */
export interface RowProof {
  /** Table of the rows that are named, and the key by which they and what they are compared with are read in batches. */
  table: string;
  key: RowKey;
  /** A SELECT of `id text, reason text`: the rows with a key from $1 (included) to $2 (excluded) that contradict others, and what differs. */
  contradictions: string;
  /** Rows looked at in one statement, when each stands for many. */
  rowsAtOnce?: number;
}

@Injectable()
export class RowProofs {
  private readonly proofs: RowProof[] = [];

  get all(): readonly RowProof[] {
    return this.proofs;
  }

  add(...proofs: readonly RowProof[]): void {
    this.proofs.push(...proofs);
  }
}
