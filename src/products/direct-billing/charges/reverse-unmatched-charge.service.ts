import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { type Operator, OperatorConnectors } from '../../../connectors/operators/operator.port.js';
import { DirectBillingCharge } from './direct-billing-charge.entity.js';
import { recordChange } from '../../../platform/audit/audited.js';

/**
 * `known`: the database has the charge, so it is not unmatched. `not_booked`: a poll showed that the operator has not booked the charge.
 * `pending`: the operator has not confirmed the reversal, and the command can be repeated.
 */
export type UnmatchedReversal = 'reversed' | 'pending' | 'known' | 'not_booked' | 'no_connector';

/** Reverses an unmatched charge that the operator has booked, for example one that was lost when a backup was restored. */
@Injectable()
export class ReverseUnmatchedChargeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly operators: OperatorConnectors,
    private readonly clock: BusinessClock,
  ) {}

  /** Posts no ledger entry, because the ledger has no entry of the charge. Can be repeated. */
  async run(operator: Operator, reference: string): Promise<UnmatchedReversal> {
    const connector = this.operators.of(operator);
    if (!connector) return 'no_connector';
    if (await this.dataSource.manager.existsBy(DirectBillingCharge, { reference })) return 'known';
    if (!(await this.wasReversed(operator, reference)) && (await connector.chargeStatus(reference)).outcome !== 'booked')
      return 'not_booked';
    const { outcome } = await connector.reverse(reference);
    if (outcome !== 'reversed') return 'pending';
    await this.dataSource.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO direct_billing_callback (operator, callback_id, charge_reference, outcome, effect, received_at)
       VALUES ($1, $2, $3, 'reversed', 'unknown_charge', $4) ON CONFLICT (operator, callback_id) DO NOTHING`,
        [operator, reversalCallbackId(reference), reference, this.clock.now()],
      );
      await recordChange(tx, { action: 'direct_billing.reverse_unknown', subject: 'charge', id: reference, after: { operator, outcome } });
    });
    return 'reversed';
  }

  private async wasReversed(operator: Operator, reference: string): Promise<boolean> {
    const readReversal = 'SELECT FROM direct_billing_callback WHERE operator = $1 AND callback_id = $2';
    return (await this.dataSource.query<unknown[]>(readReversal, [operator, reversalCallbackId(reference)])).length > 0;
  }
}

/**
 * The id under which a reversal by staff is stored among the callbacks. It must not change, because a repeated reversal is recognized by
 * it.
 */
const reversalCallbackId = (reference: string): string => `reversal by hand ${reference}`;
