import { readFileSync } from 'node:fs';
import type { RedisOptions } from 'ioredis';
import type { QueueConfig } from '../config/queue-settings.js';

/** Towards the servers. An address of `rediss://` turns TLS on by itself, the others have `REDIS_TLS`. */
export function redisTls({ redisUrl, redisTls, redisCaFile }: QueueConfig): Pick<RedisOptions, 'tls'> {
  const wanted = redisUrl ? redisUrl.startsWith('rediss:') : redisTls;
  return wanted ? { tls: redisCaFile === undefined ? {} : { ca: readFileSync(redisCaFile, 'utf8') } } : {};
}

/** Towards the servers and the sentinels that tell of them. */
export function sentinelTls(config: QueueConfig): Pick<RedisOptions, 'tls' | 'sentinelTLS' | 'enableTLSForSentinelMode'> {
  const { tls } = redisTls(config);
  return tls ? { tls, sentinelTLS: tls, enableTLSForSentinelMode: true } : {};
}
