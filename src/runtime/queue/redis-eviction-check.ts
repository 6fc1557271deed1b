import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Cluster, Redis } from 'ioredis';
import type { Logger } from 'pino';
import { Environment } from '../config/environment.js';
import { LOGGER } from '../logging/logger.js';
import { certificateProblem } from '../certificates/certificate-problem.js';
import { queueBackend } from './queue-options.js';
import { firstCertificateProblem } from './redis-certificates.js';
import { redisProbe } from './redis-client.js';

const REQUIRED_POLICY = 'noeviction';
const RESPONSE_TIMEOUT_MS = 10_000;

const CERTIFICATE_HINT = 'Use a host name of the certificate, and set REDIS_CA_FILE to the authority that issued it.';

/**
 * Rejects at start a Redis that evicts keys under memory pressure, because evictions destroy BullMQ's data structures. An unreachable Redis
 * is accepted: nothing is lost without Redis, and deliveries continue when Redis can be reached again.
 */
@Injectable()
export class RedisEvictionCheck implements OnModuleInit {
  constructor(
    private readonly environment: Environment,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    if (queueBackend(this.environment.queue) !== 'redis') return;
    const policies = await this.readPolicies();
    const unsuitable = policies.find((policy) => policy !== REQUIRED_POLICY);
    if (unsuitable)
      throw new Error(
        `The queue's Redis has maxmemory-policy ${unsuitable}. It must be ${REQUIRED_POLICY}, or jobs are evicted when memory is short.`,
      );
  }

  private async readPolicies(): Promise<string[]> {
    const probe = redisProbe(this.environment.queue);
    let connectionError: unknown; // the error of the call below may only say that the connection is closed
    const storeError = (error: unknown): void => void (connectionError = error);
    probe.on('error', storeError);
    if (probe instanceof Cluster) probe.on('node error', storeError);
    try {
      return await Promise.race([readPoliciesOf(probe), failAfterTimeout()]);
    } catch (error) {
      const problem =
        certificateProblem(error) ?? certificateProblem(connectionError) ?? (await firstCertificateProblem(this.environment.queue));
      if (problem !== null) throw new Error(`The queue's Redis has a certificate that ${problem}. ${CERTIFICATE_HINT}`, { cause: error });
      this.log.warn({ err: error }, 'the Redis of the queue cannot be reached, notifications wait until Redis is available');
      return [];
    } finally {
      probe.disconnect();
    }
  }
}

async function readPoliciesOf(probe: Redis | Cluster): Promise<string[]> {
  await probe.connect();
  const masters = probe instanceof Cluster ? probe.nodes('master') : [probe];
  const infos = await Promise.all(masters.map((master) => master.info('memory')));
  return infos.flatMap((info) => /maxmemory_policy:(\S+)/.exec(info)?.[1] ?? []);
}

/** Without this time limit, clients of a cluster that does not know its nodes' addresses would wait for ever. */
async function failAfterTimeout(): Promise<never> {
  await setTimeout(RESPONSE_TIMEOUT_MS, undefined, { ref: false });
  throw new Error(`no response from Redis within ${RESPONSE_TIMEOUT_MS} ms`);
}
