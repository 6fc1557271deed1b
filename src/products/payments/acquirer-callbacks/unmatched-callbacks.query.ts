import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IS_BOOKED_LATER } from '../chargebacks/is-booked-later.js';

export interface UnmatchedPaymentCallback {
  receivedAt: Date;
  /** The account at an acquirer. */
  connector: string;
  kind: string;
  /** `unusable: …` for a callback that could not be applied. */
  outcome: string;
  /** The acquirer's reference, or else the gateway's; null when the callback has neither. */
  reference: string | null;
  /** The gateway's reference; null when the callback does not have it. */
  gatewayReference: string | null;
  /** The amount in the callback; null when it has none. */
  amountMinor: number | null;
  currency: string | null;
}

/** Lists unmatched callbacks of all kinds, and unusable callbacks. A callback about a chargeback that was booked later is left out. */
@Injectable()
export class UnmatchedPaymentCallbacksQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Oldest first. */
  async run(since: Date): Promise<UnmatchedPaymentCallback[]> {
    const rows = await this.dataSource.query<(Omit<UnmatchedPaymentCallback, 'amountMinor'> & { amountMinor: string | null })[]>(
      `SELECT received_at AS "receivedAt", connector, kind, coalesce('unusable: ' || problem, outcome) AS outcome,
              coalesce(provider_ref, attempt_reference::text) AS reference, attempt_reference AS "gatewayReference", amount_minor AS "amountMinor", currency
       FROM payment_callback r
       WHERE received_at >= $1 AND effect IN ('unknown_attempt', 'for_staff')
         AND (effect = 'unknown_attempt' OR problem IS NOT NULL OR num_nonnulls(attempt_reference, refund_id, alias_id, subscription_id) = 0)
         AND NOT ${IS_BOOKED_LATER}
       ORDER BY received_at, connector, event_id`,
      [since],
    );
    return rows.map((row) => ({ ...row, amountMinor: row.amountMinor === null ? null : Number(row.amountMinor) }));
  }
}
