import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../../common/time/clocks.js';
import { Environment } from '../../../../runtime/config/environment.js';
import { Batcher } from '../../../../runtime/database/batcher.js';
import { runNamed } from '../../../../runtime/database/named-query.js';
import { LOGGER } from '../../../../runtime/logging/logger.js';
import { CLAIM_DELIVERIES, type ClaimedRow, claimsOf, RELEASE_DELIVERY } from './claim-statements.js';
import type { Claim, ClaimedDelivery } from './claimed-delivery.js';

interface Question {
  serviceId: string;
  most: number;
}

/** Longer than a request may take. Then another worker sends the delivery again, with the same id. */
const LEASE_MS = 15_000;
const ENDPOINTS_AT_ONCE = 100;

/**
 * Claims the deliveries of an endpoint that have been due longest: counts their attempts and takes leases on them. Over all processes, the
 * database allows one delivery per subject at a time, and limits the number under way per endpoint. Endpoints that ask at the same moment
 * share a round trip, which waits for no lock.
 */
@Injectable()
export class ClaimDeliveriesService {
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
    const claim = (await this.together.ask(question)) ?? (await this.ask([question])).get(serviceId);
    return claim ?? null;
  }

  /** Undoes the count of an attempt that was never begun; the delivery is due as before. */
  async giveBack({ id, attemptNumber, startedAt }: ClaimedDelivery): Promise<void> {
    await runNamed(this.dataSource, RELEASE_DELIVERY, [id, attemptNumber, startedAt]);
  }

  private async askTogether(questions: Question[]): Promise<(Claim | undefined)[]> {
    const firsts = new Map(questions.toReversed().map((question) => [question.serviceId, question]));
    const claims = await this.ask([...firsts.values()]);
    // A second question about the same endpoint goes alone.
    return questions.map((question) => (firsts.get(question.serviceId) === question ? claims.get(question.serviceId) : undefined));
  }

  private async ask(questions: Question[]): Promise<Map<string, Claim>> {
    const startedAt = this.clock.now();
    const leaseUntil = new Date(startedAt.getTime() + LEASE_MS);
    const rows = await runNamed<ClaimedRow>(this.dataSource, CLAIM_DELIVERIES, [
      questions.map(({ serviceId }) => serviceId),
      questions.map(({ most }) => most),
      startedAt,
      leaseUntil,
      this.environment.webhook.concurrencyPerEndpoint,
    ]);
    return claimsOf(rows, { startedAt, leaseUntil });
  }
}
