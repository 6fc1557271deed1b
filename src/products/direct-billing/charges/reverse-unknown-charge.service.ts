import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { type Operator, OperatorConnectors } from '../../../connectors/operators/operator.port.js';
import { DirectBillingCharge } from './direct-billing-charge.entity.js';

/**
 * `known`: the charge is here, and what becomes of it is not for this; `not_booked`: the operator, asked first, does not say that it took
 * money; `pending`: it has not confirmed the reversal, and may be asked again.
 */
export type UnknownReversal = 'reversed' | 'pending' | 'known' | 'not_booked' | 'no_connector';

/** Gives the money of a charge back that the operator knows and the books do not, such as one of a moment before a restore. */
@Injectable()
export class ReverseUnknownChargeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly operators: OperatorConnectors,
    private readonly clock: BusinessClock,
  ) {}

  /** Nothing is entered: nothing of it had been. Repeating it is harmless. */
  async run(operator: Operator, reference: string): Promise<UnknownReversal> {
    const connector = this.operators.of(operator);
    if (!connector) return 'no_connector';
    if (await this.dataSource.manager.existsBy(DirectBillingCharge, { reference })) return 'known';
    if (!(await this.wasReversed(operator, reference)) && (await connector.chargeStatus(reference)).outcome !== 'booked')
      return 'not_booked';
    const { outcome } = await connector.reverse(reference);
    if (outcome !== 'reversed') return 'pending';
    await this.dataSource.query(
      `INSERT INTO direct_billing_report (operator, report_id, charge_reference, outcome, effect, received_at)
       VALUES ($1, $2, $3, 'reversed', 'unknown_charge', $4) ON CONFLICT (operator, report_id) DO NOTHING`,
      [operator, reversalOf(reference), reference, this.clock.now()],
    );
    return 'reversed';
  }

  private async wasReversed(operator: Operator, reference: string): Promise<boolean> {
    const made = 'SELECT FROM direct_billing_report WHERE operator = $1 AND report_id = $2';
    return (await this.dataSource.query<unknown[]>(made, [operator, reversalOf(reference)])).length > 0;
  }
}

const reversalOf = (reference: string): string => `reversal by hand ${reference}`;
