import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { OperatorConnector } from '../../../connectors/operators/operator.port.js';
import { Ledger } from '../../../platform/ledger/ledger.service.js';
import { DirectBillingCharge } from '../entities/direct-billing-charge.entity.js';
import { suspenseReversedEntry } from '../ledger-entries.js';

/** Gives money that was booked too late back at the operator and clears it from suspense. */
@Injectable()
export class ReverseChargeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly ledger: Ledger,
  ) {}

  async run(reference: string, connector: OperatorConnector): Promise<void> {
    const { outcome } = await connector.reverse(reference);
    if (outcome !== 'reversed') return;
    await this.dataSource.transaction(async (tx) => {
      const charge = await tx.findOneOrFail(DirectBillingCharge, { where: { reference }, lock: { mode: 'pessimistic_write' } });
      if (charge.state !== 'reversal_due') return;
      const at = this.clock.now();
      await tx.update(DirectBillingCharge, { reference }, { state: 'reversed', askAt: null, updatedAt: at });
      await this.ledger.post(tx, suspenseReversedEntry(charge, at));
    });
  }
}
