import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { QueueConfig } from '../config/queue-settings.js';
import { hostsAndPorts } from './hosts-and-ports.js';
import { redisLogin, sentinelLogin } from './redis-login.js';
import { redisTls, sentinelTls } from './redis-tls.js';

const OPTIONS: RedisOptions = { lazyConnect: true, connectTimeout: 8_000, maxRetriesPerRequest: 0, retryStrategy: () => null };

/** A client for one check. It tries to connect once and does not reconnect. */
export function redisProbe(config: QueueConfig): Redis | Cluster {
  if (config.redisUrl) return new Redis(config.redisUrl, { ...OPTIONS, ...redisTls(config) });
  if (config.redisSentinels) {
    return new Redis({
      ...OPTIONS,
      sentinels: hostsAndPorts(config.redisSentinels),
      name: config.redisSentinelName,
      ...sentinelLogin(config),
      ...sentinelTls(config),
      sentinelRetryStrategy: () => null,
    });
  }
  return new Cluster(hostsAndPorts(config.redisClusterNodes ?? []), {
    lazyConnect: true,
    clusterRetryStrategy: () => null,
    redisOptions: { ...OPTIONS, ...redisLogin(config), ...redisTls(config) },
  });
}
