import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import type { SeekCursor } from '../../../common/pagination/seek-cursor.js';
import { referenceToUuid } from '../../../common/reference.js';
import { rowsAfterCursor } from '../../../runtime/database/rows/rows-after-cursor.js';
import { DirectBillingCharge } from './direct-billing-charge.entity.js';

export interface LateBooking {
  chargeReference: string;
  transactionId: string;
  serviceId: string;
  operator: string;
  grossMinor: number;
  /** Whether the operator is simulated. */
  test: boolean;
  state: 'reversal_due' | 'reversed';
  /** When the charge was booked or reversed. */
  at: Date;
}

interface MatchedCharge {
  /** The reference as the operator wrote it. */
  reference: string;
  transactionId: string;
  state: string;
}

interface UnmatchedChargeCallback {
  receivedAt: Date;
  operator: string;
  /** null when the callback has no valid reference. */
  chargeReference: string | null;
  /** The operator's outcome. `reversed` after staff reversed the charge. `unusable: …` for a callback that could not be applied. */
  outcome: string;
}

/** Reads charges that staff look into, and callbacks of operators about charges. Callbacks contain no amounts. */
@Injectable()
export class ChargeQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** Charges that the operator booked and later reported as not booked, oldest first. @param cursor the last charge of the previous page. */
  conflicting(pageSize: number, cursor: SeekCursor | null = null): Promise<DirectBillingCharge[]> {
    return this.dataSource.manager.find(DirectBillingCharge, {
      where: { conflict: Not(IsNull()), ...(cursor && { conflictAt: rowsAfterCursor(cursor, '>', 'reference') }) },
      order: { conflictAt: 'ASC', reference: 'ASC' },
      take: pageSize,
    });
  }

  /**
   * Charges that were booked too late for their transaction, newest first: money in suspense, and money that was reversed.
   * @param cursor the last charge of the previous page.
   */
  async bookedLate(pageSize = 100, cursor: SeekCursor | null = null): Promise<LateBooking[]> {
    const rows = await this.dataSource.query<(Omit<LateBooking, 'grossMinor'> & { grossMinor: string })[]>(
      `SELECT c.reference AS "chargeReference", c.transaction_id AS "transactionId", t.service_id AS "serviceId", c.operator,
              c.gross_minor AS "grossMinor", c.test, c.state, c.updated_at AS at
       FROM direct_billing_charge c JOIN direct_billing_transaction t ON t.id = c.transaction_id
       WHERE c.state IN ('reversal_due', 'reversed') AND ($2::timestamptz IS NULL OR (c.updated_at, c.reference) < ($2, $3))
       ORDER BY c.updated_at DESC, c.reference DESC LIMIT $1`,
      [pageSize, cursor?.at ?? null, cursor?.id ?? null],
    );
    return rows.map((row) => ({ ...row, grossMinor: Number(row.grossMinor) }));
  }

  /** The charges with these references. @param references as operators write them, with or without hyphens. */
  matchedTo(references: readonly string[]): Promise<MatchedCharge[]> {
    return this.dataSource.query<MatchedCharge[]>(
      `SELECT g.reference, c.transaction_id AS "transactionId", c.state
       FROM unnest($1::text[], $2::uuid[]) AS g (reference, id) JOIN direct_billing_charge c ON c.reference = g.id`,
      [references, references.map(referenceToUuid)],
    );
  }

  /** Callbacks about unmatched charges, callbacks that need staff, and unusable callbacks, oldest first. */
  unmatchedCallbacks(since: Date): Promise<UnmatchedChargeCallback[]> {
    return this.dataSource.query<UnmatchedChargeCallback[]>(
      `SELECT received_at AS "receivedAt", operator, charge_reference AS "chargeReference", coalesce('unusable: ' || problem, outcome) AS outcome
       FROM direct_billing_callback WHERE received_at >= $1 AND effect IN ('unknown_charge', 'for_staff') ORDER BY received_at, operator, callback_id`,
      [since],
    );
  }
}
