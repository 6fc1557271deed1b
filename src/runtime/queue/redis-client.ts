import { readFileSync } from 'node:fs';
import { Cluster, type ClusterOptions, Redis, type RedisOptions, SentinelConnector, type SentinelConnectionOptions } from 'ioredis';
import type { Logger } from 'pino';
import type { QueueConfig } from '../config/queue-settings.js';

/**
 * - `producer`: adds jobs. It must never wait for an unreachable Redis or database
 * - `consumer`: takes jobs. It waits without a limit for an unreachable Redis or database
 * - `idle`: the consumer of a process that runs no worker. It never connects
 */
export type QueueUse = 'producer' | 'consumer' | 'idle';

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

/** A client of the queue. It connects immediately unless its use is `idle`. */
export function redisClient(config: QueueConfig, use: QueueUse, log: Logger): Redis | Cluster {
  const isProducer = use === 'producer';
  // BullMQ does not retry when a connection that BullMQ requested fails, but it waits for a client that connects by itself.
  const ofClient = { lazyConnect: use === 'idle', enableOfflineQueue: !isProducer };
  return newClient(config, {
    connection: {
      maxRetriesPerRequest: isProducer ? 1 : null,
      connectTimeout: 5_000,
      socketTimeout: SOCKET_TIMEOUT_MS,
      disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    },
    redis: { ...ofClient, retryStrategy: (attempt) => Math.min(attempt * RETRY_DELAY_STEP_MS, MAX_RETRY_DELAY_MS) },
    sentinel: {
      failoverDetector: true, // a former master may hang with open connections; the sentinels report the new one
      Connector: sentinelConnector(log),
    },
    cluster: ofClient,
  });
}

/** A client for one check. It tries to connect once and does not reconnect. */
export function redisProbe(config: QueueConfig): Redis | Cluster {
  return newClient(config, {
    connection: { connectTimeout: 8_000, maxRetriesPerRequest: 0 },
    redis: { lazyConnect: true, retryStrategy: () => null },
    sentinel: { sentinelRetryStrategy: () => null },
    cluster: { lazyConnect: true, clusterRetryStrategy: () => null },
  });
}

interface ClientOptions {
  /** For every connection, also to the nodes of a cluster. */
  connection: RedisOptions;
  /** For a client of a single Redis or of the master that sentinels watch. */
  redis: RedisOptions;
  sentinel: RedisOptions;
  cluster: ClusterOptions;
}

/** A client for the configured Redis: a single one, the master that sentinels watch, or a cluster. */
function newClient(config: QueueConfig, { connection, redis, sentinel, cluster }: ClientOptions): Redis | Cluster {
  const { redisUrl, redisSentinels, redisSentinelName, redisSentinelPassword, redisClusterNodes = [] } = config;
  const tls = redisTls(config);
  if (redisUrl) return new Redis(redisUrl, { ...connection, ...redis, ...tls });
  const login = redisLogin(config);
  if (redisSentinels) {
    return new Redis({
      ...connection,
      ...redis,
      ...sentinel,
      sentinels: hostsAndPorts(redisSentinels),
      name: redisSentinelName,
      ...login,
      ...(redisSentinelPassword && { sentinelPassword: redisSentinelPassword }), // separate from the password of the servers
      ...tls,
      ...(tls.tls && { sentinelTLS: tls.tls, enableTLSForSentinelMode: true }),
    });
  }
  return new Cluster(hostsAndPorts(redisClusterNodes), { ...cluster, redisOptions: { ...connection, ...login, ...tls } });
}

/** Splits texts of the form `host:port`, which the configuration has validated. */
export function hostsAndPorts(nodes: readonly string[]): { host: string; port: number }[] {
  return nodes.map((node) => {
    const colon = node.lastIndexOf(':');
    return { host: node.slice(0, colon), port: Number(node.slice(colon + 1)) };
  });
}

/** The login for the servers of a cluster or behind sentinels. `REDIS_URL` contains its own login. */
function redisLogin({ redisUsername: username, redisPassword: password }: QueueConfig): RedisOptions {
  return { ...(username && { username }), ...(password && { password }) };
}

/** TLS options for the servers. TLS is turned on by `rediss://` in `REDIS_URL`, otherwise by `REDIS_TLS`. */
export function redisTls({ redisUrl, redisTls, redisCaFile }: QueueConfig): Pick<RedisOptions, 'tls'> {
  const isOn = redisUrl ? redisUrl.startsWith('rediss:') : redisTls;
  return isOn ? { tls: redisCaFile === undefined ? {} : { ca: readFileSync(redisCaFile, 'utf8') } } : {};
}

interface ConnectsToSentinels {
  connectToSentinel(address: unknown, options?: RedisOptions): Redis;
}

/**
 * ioredis's connector with a listener for errors of the connections that report failovers. Without the listener, each failed attempt to
 * reach a sentinel would be written to the console.
 */
function sentinelConnector(log: Logger): RedisOptions['Connector'] {
  return class extends SentinelConnector {
    constructor(options: unknown) {
      super(options as SentinelConnectionOptions);
      const connector = this as unknown as ConnectsToSentinels;
      const connect = connector.connectToSentinel.bind(this);
      connector.connectToSentinel = (address, redisOptions) => {
        const { disconnectTimeout } = this.options;
        const client = connect(address, { ...redisOptions, ...(disconnectTimeout !== undefined && { disconnectTimeout }) });
        return client.on('error', (error) => log.warn({ err: error }, 'a sentinel of the queue cannot be reached'));
      };
    }
  };
}
