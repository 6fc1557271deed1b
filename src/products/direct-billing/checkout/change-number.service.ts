import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { DirectBillingTransaction } from '../entities/direct-billing-transaction.entity.js';
import { TransactionStates } from '../transactions/transaction-states.js';
import { isPayable } from '../transactions/payable.js';

/** Lets the payer choose again while nothing is being charged. The codes sent so far still count. */
@Injectable()
export class ChangeNumberService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly states: TransactionStates,
  ) {}

  async run(transactionId: string): Promise<void> {
    if (!isUuid(transactionId)) return;
    await this.dataSource.transaction(async (tx) => {
      const row = await this.states.lock(tx, transactionId);
      if (row && (await isPayable(tx, row, this.clock.now())))
        await tx.update(DirectBillingTransaction, { id: row.id }, { codeReference: null });
    });
  }
}
