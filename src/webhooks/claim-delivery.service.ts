import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../common/time/clocks.js';
import { Environment } from '../config/environment.js';
import { runNamed } from '../database/named-query.js';

/** One attempt that this process may and must make now. */
export interface ClaimedDelivery {
  /** Id of the event and of its delivery: `webhook-id`. */
  id: string;
  serviceId: string;
  json: string;
  signedText: string;
  /** Number of this attempt over the delivery's life: whoever holds the latest may record. */
  attemptNumber: number;
  /** Attempts of this round, this one included: where in the schedule it stands. */
  roundAttempts: number;
  startedAt: Date;
}

interface Content {
  body: string;
  signed_text: string;
}

interface ClaimedRow {
  id: string;
  body: string | null;
  signed_text: string | null;
  attempt_number: number;
  round_attempt_count: number;
}

/** Longer than a request may take; after it, another worker sends again with the same id. */
const LEASE_MS = 15_000;

const CLAIM = {
  name: 'webhook_claim',
  text: `SELECT c.event_id AS id, e.body, e.signed_text, c.attempt_number, c.round_attempt_count
         FROM webhook_claim($1, $2, $3, $4) c LEFT JOIN webhook_event e ON e.id = c.event_id`,
};

/**
 * The claim waits for its turn and then sees what was committed meanwhile; the statement around it began before that. It may
 * hold a claim on an event that it does not see itself.
 */
const CONTENT = { name: 'webhook_content', text: 'SELECT body, signed_text FROM webhook_event WHERE id = $1' };

/**
 * Takes the endpoint's delivery that has been due longest, counts the attempt and holds a lease on it. The database sees to
 * one delivery per subject at a time and to the number under way per endpoint, over all processes.
 */
@Injectable()
export class ClaimDeliveryService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly environment: Environment,
  ) {}

  async run(serviceId: string): Promise<ClaimedDelivery | null> {
    const startedAt = this.clock.now();
    const leaseUntil = new Date(startedAt.getTime() + LEASE_MS);
    const [row] = await runNamed<ClaimedRow>(this.dataSource, CLAIM, [
      serviceId,
      startedAt,
      leaseUntil,
      this.environment.webhook.concurrencyPerEndpoint,
    ]);
    if (!row) return null;
    const { body, signed_text: signedText } = await this.contentOf(row);
    return {
      id: row.id,
      serviceId,
      json: body,
      signedText,
      attemptNumber: row.attempt_number,
      roundAttempts: row.round_attempt_count,
      startedAt,
    };
  }

  private async contentOf({ id, body, signed_text }: ClaimedRow): Promise<Content> {
    if (body !== null && signed_text !== null) return { body, signed_text };
    const [content] = await runNamed<Content>(this.dataSource, CONTENT, [id]);
    if (!content) throw new Error(`The claimed event ${id} does not exist`);
    return content;
  }
}
