import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { recordChange } from '../../audit/audited.js';
import { EndpointWaker } from '../wake-up/endpoint-waker.js';
import { reschedule, type ResendOutcome } from './reschedule.js';

/** `waiting` for a later attempt, or finished without an acknowledgement. */
export const RESENT_STATUSES = ['waiting', 'exhausted', 'stopped', 'unaddressed'] as const;
export type ResentStatus = (typeof RESENT_STATUSES)[number];

export interface ResendScope {
  serviceId: string;
  statuses: readonly ResentStatus[];
  /** Of events since then. */
  since: Date;
}

/** `locked`: others have used their FIFO groups all the time. */
export type ResentCounts = Record<ResendOutcome | 'locked', number>;

/** The application's transactions are short, and one must not hold up a partner's other payments. */
const AT_ONCE = 500;
const LISTED_AT_ONCE = 10_000;
const ROUNDS = 20;
const AGAIN_AFTER_MS = 100;

const GIVEN_UP = `
  SELECT event_id AS id, sequence FROM webhook_delivery
  WHERE service_id = $1 AND status IN ('exhausted', 'stopped', 'unaddressed') AND status = ANY ($2) AND created_at >= $3 AND sequence > $4
  ORDER BY sequence LIMIT ${LISTED_AT_ONCE}`;

// Of each FIFO group the delivery that has the turn: the others follow it.
const WAITING = `
  SELECT event_id AS id, sequence FROM webhook_delivery
  WHERE service_id = $1 AND 'waiting' = ANY ($2) AND next_attempt_at > $5 AND lease_until IS NULL AND created_at >= $3 AND sequence > $4
  ORDER BY sequence LIMIT ${LISTED_AT_ONCE}`;

/** Sends deliveries of a service again, oldest first, in batches of which each is a transaction. */
@Injectable()
export class ResendDeliveriesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly waker: EndpointWaker,
  ) {}

  /** @returns ids of the deliveries, oldest first. */
  async find(scope: ResendScope): Promise<string[]> {
    const found = [...(await this.list(GIVEN_UP, scope, [])), ...(await this.list(WAITING, scope, [this.clock.now()]))];
    return found.toSorted((one, other) => (BigInt(one.sequence) < BigInt(other.sequence) ? -1 : 1)).map(({ id }) => id);
  }

  /** @param report called between two transactions with the number done. It may throw to end the work. */
  async run(scope: ResendScope, ids: readonly string[], report: (done: number) => void): Promise<ResentCounts> {
    const counts: ResentCounts = { sending: 0, waiting: 0, under_way: 0, erased: 0, changed: 0, locked: 0 };
    let left = [...ids];
    for (let round = 1; left.length > 0 && round <= ROUNDS; round += 1) {
      if (round > 1) await setTimeout(AGAIN_AFTER_MS);
      const locked: string[] = [];
      for (let from = 0; from < left.length; from += AT_ONCE) {
        report(ids.length - left.length + from);
        const some = left.slice(from, from + AT_ONCE);
        const outcomes = await this.resend(scope, some);
        for (const outcome of outcomes.values()) counts[outcome] += 1;
        locked.push(...some.filter((id) => !outcomes.has(id)));
      }
      left = locked;
    }
    return { ...counts, locked: left.length };
  }

  private async resend({ serviceId, statuses }: ResendScope, ids: readonly string[]): Promise<Map<string, ResendOutcome>> {
    const from = statuses.map((status) => (status === 'waiting' ? 'pending' : status));
    const outcomes = await this.dataSource.transaction(async (tx) => {
      const rescheduled = await reschedule(tx, ids, this.clock.now(), { from, skipsLocked: true });
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
    more: unknown[],
  ): Promise<{ id: string; sequence: string }[]> {
    const listed: { id: string; sequence: string }[] = [];
    for (;;) {
      const values = [serviceId, statuses, since, listed.at(-1)?.sequence ?? 0, ...more];
      const page = await this.dataSource.query<{ id: string; sequence: string }[]>(text, values);
      listed.push(...page);
      if (page.length < LISTED_AT_ONCE) return listed;
    }
  }
}
