import { once } from 'node:events';
import { connect, type ConnectionOptions } from 'node:tls';
import { certificateProblem } from '../certificates/certificate-problem.js';
import type { QueueConfig } from '../config/queue-settings.js';
import { hostsAndPorts } from './hosts-and-ports.js';
import { redisTls } from './redis-tls.js';

const ANSWER_WITHIN_MS = 5_000;

/**
 * Connects to sentinels or a cluster's nodes directly, because for an untrusted certificate of these ioredis only says that the connection is
 * closed.
 */
export async function firstCertificateProblem(config: QueueConfig): Promise<string | null> {
  const { tls } = redisTls(config);
  if (!tls) return null;
  const addresses = hostsAndPorts(config.redisSentinels ?? config.redisClusterNodes ?? []);
  const problems = await Promise.all(addresses.map((address) => problemAt({ ...address, ...tls })));
  return problems.find((problem) => problem !== null) ?? null;
}

async function problemAt(address: ConnectionOptions): Promise<string | null> {
  const socket = connect(address);
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    return null;
  } catch (error) {
    return certificateProblem(error);
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}
