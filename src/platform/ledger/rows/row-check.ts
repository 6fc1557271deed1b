import { Injectable } from '@nestjs/common';
import type { RowKey } from '../../../runtime/database/rows/row-batches.js';

/**
 * Rows about money that must agree with each other, so that none can be changed alone: a payment's status and sums with those of its attempts
 * and refunds, for example. Each product adds its own.
 */
export interface RowCheck {
  /** Table of the rows, and the key by which they and their counterparts are read in batches. */
  table: string;
  key: RowKey;
  /** A SELECT of `id text, reason text`: the rows with a key from $1 (included) to $2 (excluded) that contradict others, and why. */
  contradictions: string;
  /** Rows per statement, when each stands for many. */
  rowsAtOnce?: number;
}

@Injectable()
export class RowChecks {
  private readonly invariants: RowCheck[] = [];

  get all(): readonly RowCheck[] {
    return this.invariants;
  }

  add(...invariants: readonly RowCheck[]): void {
    this.invariants.push(...invariants);
  }
}
