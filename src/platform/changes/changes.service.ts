import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../common/time/clocks.js';
import { RowTurns, type Turn } from '../../runtime/database/shares/row-turns.js';
import { endedTogether } from '../../runtime/tracing/open-span.js';
import { traceParentOf } from '../../runtime/tracing/trace-parent.js';
import { StateHistory } from '../history/state-history.js';
import { Ledger } from '../ledger/ledger.service.js';
import { ListingCounters } from '../listing/listing-counters.js';
import { Outbox } from '../webhooks/outbox/outbox.js';
import { ServiceFactsQuery } from './service-facts.query.js';
import { type ReachedState, StateChangeMetrics } from './state-change-metrics.js';
import { UnitOfWork } from './unit-of-work.js';

/**
 * The one way in which rows of any product change their state. What follows from a change is written in the transaction of the change,
 * always in the same order, which is the order of the locks: the rows, their history, notifications, counters and, last because all
 * sales of a partner share it, the wallet. So two transactions that change several things cannot block each other.
 */
@Injectable()
export class Changes {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly services: ServiceFactsQuery,
    private readonly history: StateHistory,
    private readonly outbox: Outbox,
    private readonly counters: ListingCounters,
    private readonly ledger: Ledger,
    private readonly metrics: StateChangeMetrics,
    private readonly turns: RowTurns,
  ) {}

  /**
   * A database transaction. After its commit the deliveries of its notifications are woken, which is not awaited.
   * @param turn where it is about one row whose lock others may want as well. @throws as `RowTurns` does.
   */
  transaction<T>(work: (unit: UnitOfWork) => Promise<T>, turn?: Turn): Promise<T> {
    return turn ? this.turns.run(turn, () => this.transact(work)) : this.transact(work);
  }

  private async transact<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    const told = new Set<string>();
    const reached: ReachedState[] = [];
    const result = await this.dataSource.transaction(async (tx) => {
      const unit = new UnitOfWork(tx, this.clock, this.services);
      const done = await work(unit);
      await this.write(unit);
      for (const { event } of unit.moved) if (event) told.add(event.serviceId);
      reached.push(...unit.states);
      return done;
    });
    for (const state of reached) this.metrics.count(state);
    for (const serviceId of told) this.outbox.wake(serviceId);
    return result;
  }

  private async write({ tx, moved, history, counts, entries }: UnitOfWork): Promise<void> {
    const spans = moved.map(({ openSpan }) => openSpan());
    const events = moved.flatMap(({ event }, index) =>
      event ? [{ ...event, traceParent: traceParentOf(spans[index] ?? null) ?? event.traceParent }] : [],
    );
    await endedTogether(spans, async () => {
      await this.history.record(tx, history);
      await this.outbox.append(tx, events);
      await this.counters.change(tx, counts);
      if (entries.length > 0) await this.ledger.postAll(tx, entries);
    });
  }
}
