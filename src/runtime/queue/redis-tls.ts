import { readFileSync } from 'node:fs';
import type { RedisOptions } from 'ioredis';
import type { QueueConfig } from '../config/queue-settings.js';

/** TLS options for the servers. TLS is turned on by `rediss://` in `REDIS_URL`, otherwise by `REDIS_TLS`. */
export function redisTls({ redisUrl, redisTls, redisCaFile }: QueueConfig): Pick<RedisOptions, 'tls'> {
  const isOn = redisUrl ? redisUrl.startsWith('rediss:') : redisTls;
  return isOn ? { tls: redisCaFile === undefined ? {} : { ca: readFileSync(redisCaFile, 'utf8') } } : {};
}

/** TLS options for the servers and their sentinels. */
export function sentinelTls(config: QueueConfig): Pick<RedisOptions, 'tls' | 'sentinelTLS' | 'enableTLSForSentinelMode'> {
  const { tls } = redisTls(config);
  return tls ? { tls, sentinelTLS: tls, enableTLSForSentinelMode: true } : {};
}
