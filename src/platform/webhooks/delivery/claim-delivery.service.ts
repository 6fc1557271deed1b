import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { Environment } from '../../../runtime/config/environment.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { type NotifyTarget, notifyTarget, type NotifyTargetColumns, selectNotifyTarget } from '../../partners/services/notify-target.js';
import { Batcher } from '../../../runtime/database/batcher.js';

/** One attempt that this process may and must make now. */
export interface ClaimedDelivery {
  /** Id of the event and of its delivery: `webhook-id`. */
  id: string;
  serviceId: string;
  json: string;
  signedText: string;
  /** Span in which the event was appended; null where nothing was traced. */
  traceParent: string | null;
  /** Number of this attempt over the delivery's life: whoever holds the latest may record. */
  attemptNumber: number;
  /** Attempts of this round, this one included: where in the schedule it stands. */
  roundAttempts: number;
  startedAt: Date;
}

/** What one endpoint was given. */
export interface Claim {
  deliveries: ClaimedDelivery[];
  target: NotifyTarget;
  /** Nothing more is due. False also when the endpoint has as much under way as it may: whoever ends a delivery looks again. */
  drained: boolean;
  /** When something is due next, or null. In the past when it could not be taken, because somebody works on its lane. */
  againAt: Date | null;
}

interface Question {
  serviceId: string;
  most: number;
}

interface Content {
  body: string;
  signed_text: string;
  trace_parent: string | null;
}

interface ClaimedRow extends NotifyTargetColumns {
  service_id: string;
  id: string | null;
  body: string | null;
  signed_text: string | null;
  trace_parent: string | null;
  attempt_number: number;
  round_attempt_count: number;
  drained: boolean | null;
  again_at: Date | null;
}

/** Longer than a request may take; after it, another worker sends again with the same id. */
const LEASE_MS = 15_000;
const ENDPOINTS_AT_ONCE = 100;

/**
 * For each endpoint its deliveries, and a row without delivery that holds the rest. `OFFSET 0` keeps the planner from joining
 * whole tables: it cannot know how few rows the claim gives.
 */
const CLAIM = {
  name: 'webhook_claim',
  text: `SELECT c.service_id, c.event_id AS id, e.body, e.signed_text, e.trace_parent, c.attempt_number, c.round_attempt_count, c.drained, c.again_at,
           t.url, t.retry_schedule_seconds, t.keys
         FROM webhook_claim_many($1, $2, $3, $4, $5, $6) c
         LEFT JOIN LATERAL (SELECT body, signed_text, trace_parent FROM webhook_event WHERE id = c.event_id OFFSET 0) e ON true
         LEFT JOIN LATERAL (${selectNotifyTarget('c.service_id', '$3')} AND c.event_id IS NULL OFFSET 0) t ON true`,
};

/**
 * The claim may wait for its turn and then sees what was committed meanwhile; the statement around it began before that. It
 * may hold a claim on an event that it does not see itself.
 */
const CONTENT = { name: 'webhook_content', text: 'SELECT body, signed_text, trace_parent FROM webhook_event WHERE id = $1' };

/**
 * Takes the endpoint's deliveries that have been due longest, counts the attempts and holds leases on them. The database sees
 * to one delivery per subject at a time and to the number under way per endpoint, over all processes. Endpoints that ask at
 * the same moment share a round trip.
 */
@Injectable()
export class ClaimDeliveryService {
  private readonly together: Batcher<Question, Claim>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly environment: Environment,
    @Inject(LOGGER) log: Logger,
  ) {
    this.together = new Batcher(
      (questions) => this.askTogether(questions),
      ENDPOINTS_AT_ONCE,
      (error) => log.warn({ err: error }, 'deliveries could not be claimed together; each endpoint is asked for alone'),
    );
  }

  /** @param most how many to take at most. @returns null when the service does not exist. */
  async run(serviceId: string, most: number): Promise<Claim | null> {
    const question = { serviceId, most };
    const claim = (await this.together.ask(question)) ?? (await this.ask([question], true))[0];
    return claim ?? null;
  }

  private async askTogether(questions: Question[]): Promise<(Claim | undefined)[]> {
    const firsts = new Map(questions.toReversed().map((question) => [question.serviceId, question]));
    const claims = await this.ask([...firsts.values()], false);
    const claimOf = new Map([...firsts.values()].map((question, index) => [question, claims[index]]));
    return questions.map((question) => claimOf.get(question)); // whoever asked for the same endpoint once more asks alone
  }

  private async ask(questions: Question[], wait: boolean): Promise<(Claim | undefined)[]> {
    const startedAt = this.clock.now();
    const rows = await runNamed<ClaimedRow>(this.dataSource, CLAIM, [
      questions.map(({ serviceId }) => serviceId),
      questions.map(({ most }) => most),
      startedAt,
      new Date(startedAt.getTime() + LEASE_MS),
      this.environment.webhook.concurrencyPerEndpoint,
      wait,
    ]);
    return Promise.all(
      questions.map(({ serviceId }) =>
        this.claimOf(
          rows.filter((row) => row.service_id === serviceId),
          startedAt,
        ),
      ),
    );
  }

  private async claimOf(rows: ClaimedRow[], startedAt: Date): Promise<Claim | undefined> {
    const rest = rows.find(({ id }) => id === null);
    if (!rest) return undefined;
    const deliveries = await Promise.all(rows.filter(isDelivery).map((row) => this.delivery(row, startedAt)));
    return { deliveries, target: notifyTarget(rest), drained: rest.drained ?? false, againAt: rest.again_at };
  }

  private async delivery(row: ClaimedRow & { id: string }, startedAt: Date): Promise<ClaimedDelivery> {
    const { body, signed_text: signedText, trace_parent: traceParent } = await this.contentOf(row);
    return {
      id: row.id,
      serviceId: row.service_id,
      json: body,
      signedText,
      traceParent,
      attemptNumber: row.attempt_number,
      roundAttempts: row.round_attempt_count,
      startedAt,
    };
  }

  private async contentOf({ id, body, signed_text, trace_parent }: ClaimedRow & { id: string }): Promise<Content> {
    if (body !== null && signed_text !== null) return { body, signed_text, trace_parent };
    const [content] = await runNamed<Content & object>(this.dataSource, CONTENT, [id]);
    if (!content) throw new Error(`The claimed event ${id} does not exist`);
    return content;
  }
}

const isDelivery = (row: ClaimedRow): row is ClaimedRow & { id: string } => row.id !== null;
