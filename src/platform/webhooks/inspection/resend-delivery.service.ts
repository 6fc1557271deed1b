import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { EndpointWaker } from '../waking/endpoint-waker.js';

/**
 * `sending`: due now. `waiting`: an earlier event of the same subject comes first, or one of which an attempt is being made at this moment.
 * `under_way`: an attempt of this one is. `erased`: its body is not what it was, and cannot be sent again.
 */
export type ResendOutcome = 'sending' | 'waiting' | 'under_way' | 'erased';

interface LaneRow {
  event_id: string;
  service_id: string;
  subject_id: string;
  sequence: string;
  status: string;
  has_turn: boolean;
  under_way: boolean;
}

// That which is to be sent, and that which has the turn; in the order in which all lock several deliveries.
const LANE = `
  SELECT event_id, service_id, subject_id, sequence, status, next_attempt_at IS NOT NULL AS has_turn, lease_until > $3 AS under_way
  FROM webhook_delivery WHERE subject_id = $1 AND (event_id = $2 OR next_attempt_at IS NOT NULL) ORDER BY event_id FOR NO KEY UPDATE`;

/** Sends a delivery again by hand, whatever became of it; its retry schedule starts anew. The order within a subject is kept. */
@Injectable()
export class ResendDeliveryService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly waker: EndpointWaker,
  ) {}

  /** @returns null when there is no such delivery. */
  async run(deliveryId: string): Promise<ResendOutcome | null> {
    const resent = await this.dataSource.transaction((tx) => this.schedule(tx, deliveryId));
    if (resent) this.waker.wake(resent.serviceId);
    return resent?.outcome ?? null;
  }

  private async schedule(tx: EntityManager, id: string): Promise<{ serviceId: string; outcome: ResendOutcome } | null> {
    const [found] = await tx.query<{ subject_id: string }[]>('SELECT subject_id FROM webhook_delivery WHERE event_id = $1', [id]);
    if (!found) return null;
    await tx.query('SELECT FROM webhook_subject WHERE subject_id = $1 FOR NO KEY UPDATE', [found.subject_id]);
    const lane = await tx.query<LaneRow[]>(LANE, [found.subject_id, id, this.clock.now()]);
    const delivery = lane.find(({ event_id: event }) => event === id);
    const turn = lane.find(({ has_turn: hasTurn }) => hasTurn);
    if (!delivery) return null;
    const serviceId = delivery.service_id;
    const [event] = await tx.query<{ erased: boolean }[]>('SELECT erased_at IS NOT NULL AS erased FROM webhook_event WHERE id = $1', [id]);
    if (event?.erased) return { serviceId, outcome: 'erased' };
    if (turn?.event_id === id && turn.under_way) return { serviceId, outcome: 'under_way' };
    if (delivery.status !== 'pending') await this.reopen(tx, id, delivery.subject_id);
    const first = !turn || turn.event_id === id || (!turn.under_way && BigInt(delivery.sequence) < BigInt(turn.sequence));
    if (!first) return { serviceId, outcome: 'waiting' };
    if (turn && turn.event_id !== id)
      await tx.query('UPDATE webhook_delivery SET next_attempt_at = NULL, lease_until = NULL WHERE event_id = $1', [turn.event_id]);
    await tx.query('UPDATE webhook_delivery SET next_attempt_at = $2, lease_until = NULL, round_attempt_count = 0 WHERE event_id = $1', [
      id,
      this.clock.now(),
    ]);
    // Staff who resend have a reason to: a paused endpoint is tried now and not at the next full hour.
    await tx.query('UPDATE webhook_endpoint SET next_probe_at = paused_at WHERE service_id = $1 AND paused_at IS NOT NULL', [serviceId]);
    return { serviceId, outcome: 'sending' };
  }

  private async reopen(tx: EntityManager, id: string, subjectId: string): Promise<void> {
    await tx.query("UPDATE webhook_delivery SET status = 'pending', round_attempt_count = 0 WHERE event_id = $1", [id]);
    await tx.query('UPDATE webhook_subject SET unfinished_count = unfinished_count + 1 WHERE subject_id = $1', [subjectId]);
  }
}
