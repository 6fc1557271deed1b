import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import { lockForRequest } from '../../../runtime/database/pool-quotas/row-lock-queue.js';
import { cheapest, pricesOf } from '../commission/price.js';
import { DirectBillingTransaction } from '../transactions/direct-billing-transaction.entity.js';
import { isPayable } from '../charges/payable.js';
import { TRANSACTION } from '../transactions/transaction-subject.js';

/**
 * Lets the payer choose operator and number again while no charge is in state `sent`. Until the next choice the transaction has no operator, and
 * the price of the cheapest operator. Codes that were sent still count towards the limit.
 */
@Injectable()
export class ChangeNumberService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
  ) {}

  async run(transactionId: string): Promise<void> {
    if (!isUuid(transactionId)) return;
    await this.changes.transaction(async (unit) => {
      const row = await unit.lock(TRANSACTION, transactionId);
      if (!row || !(await isPayable(unit.tx, row, this.clock.now()))) return;
      const price = cheapest(pricesOf(row.tariffs, row.amountType, row.amountMinor));
      await unit.tx.update(DirectBillingTransaction, { id: row.id }, { codeReference: null, operator: null, ...price });
    }, lockForRequest(transactionId));
  }
}
