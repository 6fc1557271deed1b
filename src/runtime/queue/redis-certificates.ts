import { Cluster } from 'ioredis';
import { certificateView, type CertificateView } from '../certificates/certificate-view.js';
import type { QueueConfig } from '../config/queue-settings.js';
import { redisProbe } from './redis-probe.js';
import { redisTls } from './redis-tls.js';

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
