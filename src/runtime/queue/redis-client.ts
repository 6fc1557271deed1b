import { Cluster, Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { QueueConfig } from '../config/queue-settings.js';
import { hostsAndPorts } from './hosts-and-ports.js';
import type { QueueUse } from './queue-use.js';
import { redisLogin, sentinelLogin } from './redis-login.js';
import { redisTls, sentinelTls } from './redis-tls.js';
import { sentinelConnector } from './sentinel-connector.js';

/** Longest pause between reconnects, so that deliveries resume soon; BullMQ's own pauses grow to 20 seconds. */
const RETRY_EVERY_MS = 2_000;

/**
 * After this silence the host hangs or has vanished without closing its connections. Longer than BullMQ's blocking reads, which take up to 10
 * seconds.
 */
const SILENCE_MS = 15_000;

/** For the other side to close the connection as well; a hanging host never does. */
const GOODBYE_MS = 200;

/** A client for a single Redis, for the master that sentinels watch, or for a cluster. It connects at once, unless it is idle. */
export function redisClient(config: QueueConfig, use: QueueUse, log: Logger): Redis | Cluster {
  const patience = use === 'producer' ? { enableOfflineQueue: false, maxRetriesPerRequest: 1 } : { maxRetriesPerRequest: null };
  // BullMQ gives up when a connection that it requested fails, but waits for a client that connects by itself.
  const start = { lazyConnect: use === 'idle' };
  const limits = { connectTimeout: 5_000, socketTimeout: SILENCE_MS, disconnectTimeout: GOODBYE_MS };
  const options = { ...patience, ...start, ...limits, retryStrategy: (times: number) => Math.min(times * 100, RETRY_EVERY_MS) };
  if (config.redisUrl) return new Redis(config.redisUrl, { ...options, ...redisTls(config) });
  if (config.redisSentinels) {
    return new Redis({
      ...options,
      sentinels: hostsAndPorts(config.redisSentinels),
      name: config.redisSentinelName,
      ...sentinelLogin(config),
      ...sentinelTls(config),
      failoverDetector: true, // a former master may hang with open connections; the sentinels report the new one
      Connector: sentinelConnector(log),
    });
  }
  return new Cluster(hostsAndPorts(config.redisClusterNodes ?? []), {
    ...start,
    enableOfflineQueue: use !== 'producer',
    redisOptions: { ...redisLogin(config), ...redisTls(config), ...limits, maxRetriesPerRequest: patience.maxRetriesPerRequest },
  });
}
