import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { Outbox } from '../../../platform/webhooks/outbox/outbox.js';
import { isOpen } from './payable.js';
import { TransactionStates } from './transaction-states.js';

const BATCH = 200;
const DUE = `
  SELECT id FROM direct_billing_transaction t
  WHERE status = 'transaction_db_new' AND expires_at <= $1
    AND NOT EXISTS (SELECT FROM direct_billing_charge c WHERE c.transaction_id = t.id AND c.state = 'sent')
  ORDER BY expires_at LIMIT $2`;

/**
 * Rejects transactions nobody paid in time. One whose charge was sent to the operator is left alone: the operator may
 * have taken the money, so it is asked until its answer is definite.
 */
@Injectable()
export class ExpireTransactionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly states: TransactionStates,
    private readonly outbox: Outbox,
  ) {}

  /** @returns how many were rejected. */
  async run(): Promise<number> {
    const due = await this.dataSource.query<{ id: string }[]>(DUE, [this.clock.now(), BATCH]);
    const services: string[] = [];
    for (const { id } of due) services.push(...(await this.expire(id)));
    for (const serviceId of new Set(services)) this.outbox.wake(serviceId);
    return services.length + (due.length === BATCH && services.length > 0 ? await this.run() : 0);
  }

  /** Each in a transaction of its own: several lists' counters in one could wait for each other. */
  private expire(transactionId: string): Promise<string[]> {
    return this.dataSource.transaction(async (tx) => {
      const row = await this.states.lock(tx, transactionId);
      // Looked at again under the lock: it may have been paid, or a charge may be on its way, since it was found.
      if (!row || row.expiresAt > this.clock.now() || !(await isOpen(tx, row))) return [];
      await this.states.move(tx, row, 'transaction_db_rejected', 'expired', { rejection: 'expired', codeReference: null });
      return [row.serviceId];
    });
  }
}
