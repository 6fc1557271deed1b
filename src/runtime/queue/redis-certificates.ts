import { Cluster } from 'ioredis';
import { shownCertificate, type ShownCertificate } from '../certificates/shown-certificate.js';
import type { QueueConfig } from '../config/queue-settings.js';
import { redisProbe } from './redis-probe.js';
import { redisTls } from './redis-tls.js';

/** Of the Redis, of the master that sentinels watch, or of all nodes of a cluster; asked with new connections. @returns none without TLS. */
export async function redisCertificates(config: QueueConfig): Promise<ShownCertificate[]> {
  if (!redisTls(config).tls) return [];
  const probe = redisProbe(config);
  probe.on('error', () => undefined); // the calls below fail with it
  try {
    await probe.connect();
    const servers = probe instanceof Cluster ? probe.nodes('all') : [probe];
    await Promise.all(servers.map((server) => server.ping()));
    return servers.flatMap(({ stream }) => shownCertificate(stream) ?? []);
  } finally {
    probe.disconnect();
  }
}
