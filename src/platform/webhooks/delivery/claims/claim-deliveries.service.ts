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

interface ClaimRequest {
  serviceId: string;
  /** Maximum number of deliveries. */
  limit: number;
}

/** Longer than a request may take. After the lease another worker sends the delivery again, with the same id. */
const LEASE_MS = 15_000;
const MAX_ENDPOINTS_PER_CLAIM = 100;

/**
 * Claims the deliveries of an endpoint that have been due longest: counts their attempts and sets their leases. Over all processes, the
 * database allows one delivery per subject at a time and limits the number under way per endpoint. Concurrent claims for several endpoints
 * share one statement. The statement waits for no lock.
 */
@Injectable()
export class ClaimDeliveriesService {
  private readonly batcher: Batcher<ClaimRequest, Claim>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly environment: Environment,
    @Inject(LOGGER) log: Logger,
  ) {
    this.batcher = new Batcher(
      (requests) => this.claimBatch(requests),
      MAX_ENDPOINTS_PER_CLAIM,
      (error) =>
        log.warn({ err: error }, 'could not claim deliveries of several endpoints in one statement, claiming for each endpoint separately'),
    );
  }

  /** @param limit maximum number of deliveries. @returns null when the service does not exist. */
  async run(serviceId: string, limit: number): Promise<Claim | null> {
    const request = { serviceId, limit };
    const claim = (await this.batcher.query(request)) ?? (await this.claim([request])).get(serviceId);
    return claim ?? null;
  }

  /** Releases the claim of an attempt that never began: the attempt is not counted, and the delivery is due again. */
  async release({ id, attemptNumber, startedAt }: ClaimedDelivery): Promise<void> {
    await runNamed(this.dataSource, RELEASE_DELIVERY, [id, attemptNumber, startedAt]);
  }

  private async claimBatch(requests: ClaimRequest[]): Promise<(Claim | undefined)[]> {
    const firstRequestByEndpoint = new Map(requests.toReversed().map((request) => [request.serviceId, request]));
    const claims = await this.claim([...firstRequestByEndpoint.values()]);
    // One claim per endpoint and statement. A later request for the same endpoint gets undefined, so `run` claims for it in another
    // statement.
    return requests.map((request) =>
      firstRequestByEndpoint.get(request.serviceId) === request ? claims.get(request.serviceId) : undefined,
    );
  }

  private async claim(requests: ClaimRequest[]): Promise<Map<string, Claim>> {
    const startedAt = this.clock.now();
    const leaseUntil = new Date(startedAt.getTime() + LEASE_MS);
    const rows = await runNamed<ClaimedRow>(this.dataSource, CLAIM_DELIVERIES, [
      requests.map(({ serviceId }) => serviceId),
      requests.map(({ limit }) => limit),
      startedAt,
      leaseUntil,
      this.environment.webhook.concurrencyPerEndpoint,
    ]);
    return claimsOf(rows, { startedAt, leaseUntil });
  }
}
