import { Cluster, Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { QueueConfig } from '../config/queue-settings.js';
import { hostsAndPorts } from './hosts-and-ports.js';
import type { QueueUse } from './queue-use.js';
import { redisLogin, sentinelLogin } from './redis-login.js';
import { redisTls, sentinelTls } from './redis-tls.js';
import { sentinelConnector } from './sentinel-connector.js';

/** Longest pause between reconnects, so that deliveries resume soon. BullMQ's own pauses grow to 20 seconds. */
const MAX_RETRY_DELAY_MS = 2_000;
const RETRY_DELAY_STEP_MS = 100;

/**
 * After this time without data, the host is assumed to hang or to have vanished without closing its connections. The time is longer than
 * BullMQ's blocking reads, which take up to 10 seconds.
 */
const SOCKET_TIMEOUT_MS = 15_000;

/** How long to wait until the server closes its side of the connection. A hanging host never closes it. */
const DISCONNECT_TIMEOUT_MS = 200;

/** A client for a single Redis, for the master that sentinels watch, or for a cluster. It connects immediately unless its use is `idle`. */
export function redisClient(config: QueueConfig, use: QueueUse, log: Logger): Redis | Cluster {
  const retryOptions = use === 'producer' ? { enableOfflineQueue: false, maxRetriesPerRequest: 1 } : { maxRetriesPerRequest: null };
  // BullMQ does not retry when a connection that BullMQ requested fails, but it waits for a client that connects by itself.
  const connectOptions = { lazyConnect: use === 'idle' };
  const timeouts = { connectTimeout: 5_000, socketTimeout: SOCKET_TIMEOUT_MS, disconnectTimeout: DISCONNECT_TIMEOUT_MS };
  const options = {
    ...retryOptions,
    ...connectOptions,
    ...timeouts,
    retryStrategy: (attempt: number) => Math.min(attempt * RETRY_DELAY_STEP_MS, MAX_RETRY_DELAY_MS),
  };
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
    ...connectOptions,
    enableOfflineQueue: use !== 'producer',
    redisOptions: { ...redisLogin(config), ...redisTls(config), ...timeouts, maxRetriesPerRequest: retryOptions.maxRetriesPerRequest },
  });
}
