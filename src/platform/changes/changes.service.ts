import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../common/time/clocks.js';
import { Environment } from '../../runtime/config/environment.js';
import { RowLockQueue, type RowAccess } from '../../runtime/database/pool-quotas/row-lock-queue.js';
import { endSpansWith } from '../../runtime/tracing/spans.js';
import { traceParentOf } from '../../runtime/tracing/trace-parent.js';
import { Ledger } from '../ledger/ledger.service.js';
import { Outbox } from '../webhooks/outbox/outbox.js';
import { ChangeConsequences } from './change-consequences.js';
import { ServiceContextQuery } from './service-context.query.js';
import { type ReachedState, StateChangeMetrics } from './state-change-metrics.js';
import { UnitOfWork } from './unit-of-work.js';

/**
 * The only way to change the state of products' rows. A change and everything that follows from it are one transaction, in this order: the
 * rows, their history, notifications and counters, and the ledger entries. The entries are last because they lock the wallet, which all
 * payments of a partner share. Because all transactions lock in this order, two that change several rows cannot deadlock.
 */
@Injectable()
export class Changes {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly services: ServiceContextQuery,
    private readonly consequences: ChangeConsequences,
    private readonly outbox: Outbox,
    private readonly ledger: Ledger,
    private readonly metrics: StateChangeMetrics,
    private readonly queues: RowLockQueue,
    private readonly environment: Environment,
  ) {}

  /**
   * Runs `work` in a database transaction. After the commit it wakes the deliveries of the notifications and does not wait for them.
   * @param access the row that the transaction locks, for a row that many requests may need at once. @throws the errors of `RowLockQueue`.
   */
  transaction<T>(work: (unit: UnitOfWork) => Promise<T>, access?: RowAccess): Promise<T> {
    return access ? this.queues.run(access, () => this.transact(work)) : this.transact(work);
  }

  private async transact<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    const servicesToWake = new Set<string>();
    const reachedStates: ReachedState[] = [];
    const result = await this.dataSource.transaction(async (tx) => {
      const unit = new UnitOfWork(tx, this.clock, this.services, this.environment.app.displayTimeZone);
      const workResult = await work(unit);
      await this.write(unit);
      for (const { event } of unit.moved) if (event) servicesToWake.add(event.serviceId);
      reachedStates.push(...unit.states);
      return workResult;
    });
    for (const state of reachedStates) this.metrics.count(state);
    for (const serviceId of servicesToWake) this.outbox.wake(serviceId);
    return result;
  }

  private async write({ tx, moved, history, counts, entries }: UnitOfWork): Promise<void> {
    // One span for each changed row. The notification of the row carries its span, so that the delivery belongs to the same trace.
    const spans = moved.map(({ openSpan }) => openSpan());
    const events = moved.flatMap(({ event }, index) =>
      event ? [{ ...event, traceParent: traceParentOf(spans[index] ?? null) ?? event.traceParent }] : [],
    );
    await endSpansWith(spans, async () => {
      await this.consequences.write(tx, { history, events, counts });
      if (entries.length > 0) await this.ledger.postAll(tx, entries);
    });
  }
}
