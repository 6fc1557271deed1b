import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { StateHistory } from '../../../platform/history/state-history.js';
import { Ledger } from '../../../platform/ledger/ledger.service.js';
import { ListingCounters } from '../../../platform/listing/listing-counters.js';
import { NotifySettingsQuery } from '../../../platform/partners/services/notify-settings.js';
import { ServiceOwnerQuery } from '../../../platform/partners/services/service-owner.query.js';
import { inOwnTrace } from '../../../runtime/tracing/in-own-trace.js';
import { Outbox } from '../../../platform/webhooks/outbox/outbox.js';
import { DIRECT_BILLING_TRANSITIONS, type DirectBillingStatus } from '../direct-billing-status.js';
import { DirectBillingTransaction } from '../entities/direct-billing-transaction.entity.js';
import { payedEntry } from '../ledger-entries.js';
import { NOTIFICATION_TYPE, notificationBody } from '../notification.js';
import { TRANSACTION_LIST } from './transaction.list.js';

/**
 * The only place where a transaction's status changes. Row, history, counters, ledger entry and notification are written
 * in the caller's transaction, which holds the row's lock; the caller wakes the outbox after its commit.
 */
@Injectable()
export class TransactionStates {
  constructor(
    private readonly clock: BusinessClock,
    private readonly history: StateHistory,
    private readonly counters: ListingCounters,
    private readonly ledger: Ledger,
    private readonly outbox: Outbox,
    private readonly notifySettings: NotifySettingsQuery,
    private readonly owners: ServiceOwnerQuery,
  ) {}

  /** The transaction, locked until the end of `tx`; null when there is none. */
  lock(tx: EntityManager, transactionId: string): Promise<DirectBillingTransaction | null> {
    return tx.findOne(DirectBillingTransaction, { where: { id: transactionId }, lock: { mode: 'pessimistic_write' } });
  }

  /** @throws TransitionRefused when the table has no such move. */
  async move(
    tx: EntityManager,
    row: DirectBillingTransaction,
    to: DirectBillingStatus,
    reason: string,
    changes: Partial<DirectBillingTransaction> = {},
  ): Promise<void> {
    const from = row.status;
    DIRECT_BILLING_TRANSITIONS.assert(from, to);
    const attributes = { 'gateway.transaction.id': row.id, 'gateway.transaction.status': to, 'gateway.transaction.reason': reason };
    await inOwnTrace(row.traceParent, `move to ${to}`, { attributes }, () => this.write(tx, row, to, reason, changes));
  }

  private async write(
    tx: EntityManager,
    row: DirectBillingTransaction,
    to: DirectBillingStatus,
    reason: string,
    changes: Partial<DirectBillingTransaction>,
  ): Promise<void> {
    const from = row.status;
    const at = this.clock.now();
    Object.assign(row, changes, { status: to, updatedAt: at });
    await tx.update(DirectBillingTransaction, { id: row.id }, { ...changes, status: to, updatedAt: at });
    await this.history.record(tx, { subjectType: 'direct_billing_transaction', subjectId: row.id, from, to, reason, at });

    const { amountRendering } = await this.notifySettings.of(row.serviceId, tx);
    await this.outbox.append(tx, {
      serviceId: row.serviceId,
      subjectId: row.id,
      type: NOTIFICATION_TYPE,
      body: notificationBody(row, amountRendering),
      occurredAt: at,
    });
    const list = TRANSACTION_LIST.counter(row.serviceId);
    await this.counters.change(tx, [
      { list, status: from, createdAt: row.createdAt, by: -1 },
      { list, status: to, createdAt: row.createdAt, by: 1 },
    ]);
    // Wallet rows come last: they are the most contended lock of the transaction.
    if (to === 'transaction_db_payed') await this.ledger.post(tx, payedEntry(row, await this.owners.partnerOf(row.serviceId, tx), at));
  }
}
