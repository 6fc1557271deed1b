import { once } from 'node:events';
import { connect, type ConnectionOptions } from 'node:tls';
import { certificateProblem } from '../certificates/certificate-problem.js';
import type { QueueConfig } from '../config/queue-settings.js';
import { hostsAndPorts } from './hosts-and-ports.js';
import { redisTls } from './redis-tls.js';

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Connects to the sentinels or the nodes of a cluster without ioredis. For their untrusted certificates, ioredis only reports that the
 * connection is closed.
 * @returns null without TLS and when no certificate has a problem. An unreachable server is no problem of a certificate.
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
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) });
    return null;
  } catch (error) {
    return certificateProblem(error);
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}
