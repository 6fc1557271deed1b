import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { type Operator, OperatorConnectors } from '../../../connectors/operators/operator.port.js';
import { DirectBillingCharge } from './direct-billing-charge.entity.js';

/** `known`: the charge is here, and what becomes of it is not for this; `pending`: the operator has not confirmed it, and may be asked again. */
export type UnknownReversal = 'reversed' | 'pending' | 'known' | 'no_connector';

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
    const { outcome } = await connector.reverse(reference);
    if (outcome !== 'reversed') return 'pending';
    await this.dataSource.query(
      `INSERT INTO direct_billing_report (operator, report_id, charge_reference, outcome, effect, received_at)
       VALUES ($1, $2, $3, 'reversed', 'unknown_charge', $4) ON CONFLICT (operator, report_id) DO NOTHING`,
      [operator, `reversal by hand ${reference}`, reference, this.clock.now()],
    );
    return 'reversed';
  }
}
