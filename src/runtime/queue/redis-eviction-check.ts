import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Cluster, Redis } from 'ioredis';
import type { Logger } from 'pino';
import { Environment } from '../config/environment.js';
import { LOGGER } from '../logging/logger.js';
import { certificateProblem } from '../certificates/certificate-problem.js';
import { firstCertificateProblem } from './first-certificate-problem.js';
import { queueBackend } from './queue-options.js';
import { redisProbe } from './redis-probe.js';

const REQUIRED_POLICY = 'noeviction';
const ANSWER_WITHIN_MS = 10_000;

const HOW_TRUSTED = 'Use a host name of the certificate, and set REDIS_CA_FILE to the authority that issued it.';

/**
 * Refuses, at boot, a Redis that evicts keys under memory pressure, because that destroys BullMQ's structures. An unreachable Redis is accepted:
 * nothing is lost without it, and deliveries continue when it is back.
 */
@Injectable()
export class RedisEvictionCheck implements OnModuleInit {
  constructor(
    private readonly environment: Environment,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    if (queueBackend(this.environment.queue) !== 'redis') return;
    const policies = await this.policies();
    const wrong = policies.find((policy) => policy !== REQUIRED_POLICY);
    if (wrong)
      throw new Error(
        `The queue's Redis has maxmemory-policy ${wrong}; it must be ${REQUIRED_POLICY}, or jobs disappear under memory pressure.`,
      );
  }

  private async policies(): Promise<string[]> {
    const probe = redisProbe(this.environment.queue);
    let reason: unknown; // the call below may only say that the connection is closed
    const keep = (error: unknown): void => void (reason = error);
    probe.on('error', keep);
    if (probe instanceof Cluster) probe.on('node error', keep);
    try {
      return await Promise.race([policiesOf(probe), noAnswer()]);
    } catch (error) {
      const problem = certificateProblem(error) ?? certificateProblem(reason) ?? (await firstCertificateProblem(this.environment.queue));
      if (problem !== null) throw new Error(`The queue's Redis shows a certificate that ${problem}. ${HOW_TRUSTED}`, { cause: error });
      this.log.warn({ err: error }, 'the Redis of the queue cannot be reached; notifications wait until it can');
      return [];
    } finally {
      probe.disconnect();
    }
  }
}

async function policiesOf(probe: Redis | Cluster): Promise<string[]> {
  await probe.connect();
  const masters = probe instanceof Cluster ? probe.nodes('master') : [probe];
  const infos = await Promise.all(masters.map((master) => master.info('memory')));
  return infos.flatMap((info) => /maxmemory_policy:(\S+)/.exec(info)?.[1] ?? []);
}

/** A cluster that does not know its nodes' addresses would keep clients waiting for ever. */
async function noAnswer(): Promise<never> {
  await setTimeout(ANSWER_WITHIN_MS, undefined, { ref: false });
  throw new Error(`no answer within ${ANSWER_WITHIN_MS} ms`);
}
