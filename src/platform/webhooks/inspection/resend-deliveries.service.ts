import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { recordChange } from '../../audit/audited.js';
import { EndpointWaker } from '../wake-up/endpoint-waker.js';
import { rescheduleDeliveries, type ResendOutcome } from './reschedule.js';

/** States to resend from. `waiting` means pending with a retry in the future. The others are final without an acknowledgement. */
export const RESENDABLE_STATUSES = ['waiting', 'exhausted', 'stopped', 'unaddressed'] as const;
export type ResendableStatus = (typeof RESENDABLE_STATUSES)[number];

export interface ResendScope {
  serviceId: string;
  statuses: readonly ResendableStatus[];
  /** Only deliveries of events from this time on. */
  since: Date;
}

/** Number of deliveries by outcome. `locked`: other transactions had locked the FIFO group in every round. */
export type ResentCounts = Record<ResendOutcome | 'locked', number>;

/** Deliveries per transaction. A transaction must be short, because new events of the same subjects wait for its locks. */
const BATCH_SIZE = 500;
const PAGE_SIZE = 10_000;
/** Deliveries whose FIFO group was locked are tried again in the next round. */
const MAX_ROUNDS = 20;
const ROUND_DELAY_MS = 100;

const UNACKNOWLEDGED = `
  SELECT event_id AS id, sequence FROM webhook_delivery
  WHERE service_id = $1 AND status IN ('exhausted', 'stopped', 'unaddressed') AND status = ANY ($2) AND created_at >= $3 AND sequence > $4
  ORDER BY sequence LIMIT ${PAGE_SIZE}`;

// Finds only the current delivery of each FIFO group. The group's other deliveries follow it.
const WAITING = `
  SELECT event_id AS id, sequence FROM webhook_delivery
  WHERE service_id = $1 AND 'waiting' = ANY ($2) AND next_attempt_at > $5 AND lease_until IS NULL AND created_at >= $3 AND sequence > $4
  ORDER BY sequence LIMIT ${PAGE_SIZE}`;

/** Resends deliveries of a service, oldest first, with one transaction per batch. */
@Injectable()
export class ResendDeliveriesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly waker: EndpointWaker,
  ) {}

  /** @returns ids of the deliveries, oldest first. */
  async find(scope: ResendScope): Promise<string[]> {
    const deliveries = [...(await this.list(UNACKNOWLEDGED, scope, [])), ...(await this.list(WAITING, scope, [this.clock.now()]))];
    return deliveries.toSorted((first, second) => (BigInt(first.sequence) < BigInt(second.sequence) ? -1 : 1)).map(({ id }) => id);
  }

  /** @param onProgress called before each transaction with the number of finished deliveries. An error that it throws ends the work. */
  async run(scope: ResendScope, ids: readonly string[], onProgress: (done: number) => void): Promise<ResentCounts> {
    const counts: ResentCounts = { sending: 0, waiting: 0, under_way: 0, erased: 0, changed: 0, locked: 0 };
    let remaining = [...ids];
    for (let round = 1; remaining.length > 0 && round <= MAX_ROUNDS; round += 1) {
      if (round > 1) await setTimeout(ROUND_DELAY_MS);
      const locked: string[] = [];
      for (let start = 0; start < remaining.length; start += BATCH_SIZE) {
        onProgress(ids.length - remaining.length + start);
        const batch = remaining.slice(start, start + BATCH_SIZE);
        const outcomes = await this.resend(scope, batch);
        for (const outcome of outcomes.values()) counts[outcome] += 1;
        locked.push(...batch.filter((id) => !outcomes.has(id)));
      }
      remaining = locked;
    }
    return { ...counts, locked: remaining.length };
  }

  private async resend({ serviceId, statuses }: ResendScope, ids: readonly string[]): Promise<Map<string, ResendOutcome>> {
    const allowedStatuses = statuses.map((status) => (status === 'waiting' ? 'pending' : status));
    const outcomes = await this.dataSource.transaction(async (tx) => {
      const rescheduled = await rescheduleDeliveries(tx, ids, this.clock.now(), { allowedStatuses, skipsLocked: true });
      const deliveries = [...rescheduled.values()].filter((outcome) => outcome === 'sending' || outcome === 'waiting').length;
      if (deliveries > 0)
        await recordChange(tx, { action: 'delivery.resend', subject: 'service', id: serviceId, after: { deliveries, statuses } });
      return rescheduled;
    });
    this.waker.wake(serviceId);
    return outcomes;
  }

  private async list(
    text: string,
    { serviceId, statuses, since }: ResendScope,
    furtherValues: unknown[],
  ): Promise<{ id: string; sequence: string }[]> {
    const listed: { id: string; sequence: string }[] = [];
    for (;;) {
      const values = [serviceId, statuses, since, listed.at(-1)?.sequence ?? 0, ...furtherValues];
      const page = await this.dataSource.query<{ id: string; sequence: string }[]>(text, values);
      listed.push(...page);
      if (page.length < PAGE_SIZE) return listed;
    }
  }
}
