import { once } from 'node:events';
import { connect, type ConnectionOptions } from 'node:tls';
import { Cluster } from 'ioredis';
import { certificateProblem } from '../certificates/certificate-problem.js';
import { certificateView, type CertificateView } from '../certificates/certificate-view.js';
import type { QueueConfig } from '../config/queue-settings.js';
import { hostsAndPorts, redisProbe, redisTls } from './redis-client.js';

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Certificates of the Redis server, of the master that sentinels watch, or of all nodes of a cluster. Each is read with a new connection.
 * @returns an empty list without TLS.
 */
export async function redisCertificates(config: QueueConfig): Promise<CertificateView[]> {
  if (!redisTls(config).tls) return [];
  const probe = redisProbe(config);
  probe.on('error', () => undefined); // the calls below fail with the same error
  try {
    await probe.connect();
    const servers = probe instanceof Cluster ? probe.nodes('all') : [probe];
    await Promise.all(servers.map((server) => server.ping()));
    return servers.flatMap(({ stream }) => certificateView(stream) ?? []);
  } finally {
    probe.disconnect();
  }
}

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
