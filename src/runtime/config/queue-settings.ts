import { AsList, AsSwitch, Check, isCertificateFile, isUrlOf, optional } from './parsers.js';
import { Variable } from './variable.js';

export class QueueConfig {
  @Variable('REDIS_URL', {
    secret: true,
    description: 'Redis ≥ 6.2 for the queue. Without any Redis setting, the queue (BullMQ) runs on PostgreSQL.',
  })
  @Check('$name must be a redis:// or rediss:// URL.', optional(isUrlOf('redis', 'rediss')))
  readonly redisUrl?: string;

  @Variable('REDIS_SENTINELS', { description: 'Sentinels as `host:port`, separated by commas, instead of `REDIS_URL`.' })
  @AsList()
  @Check('$name must be a comma-separated list of host:port.', optional(isHostPortList))
  readonly redisSentinels?: string[];

  @Variable('REDIS_SENTINEL_NAME', { default: 'mymaster', description: 'Name of the master that the sentinels watch.' })
  readonly redisSentinelName: string;

  @Variable('REDIS_CLUSTER_NODES', { description: 'Cluster nodes as `host:port`, separated by commas, instead of `REDIS_URL`.' })
  @AsList()
  @Check('$name must be a comma-separated list of host:port.', optional(isHostPortList))
  readonly redisClusterNodes?: string[];

  @Variable('REDIS_USERNAME', {
    description: 'User of a Redis behind sentinels or of a cluster. `REDIS_URL` contains its own user.',
  })
  readonly redisUsername?: string;

  @Variable('REDIS_PASSWORD', { secret: true, description: 'Password of this user.' })
  readonly redisPassword?: string;

  @Variable('REDIS_SENTINEL_PASSWORD', { secret: true, description: 'Password of the sentinels themselves, if they have one.' })
  readonly redisSentinelPassword?: string;

  @Variable('REDIS_TLS', {
    default: 'off',
    description: '`on` uses TLS with sentinels and their servers, or with a cluster. For `REDIS_URL`, use `rediss://` instead.',
  })
  @AsSwitch()
  @Check('$name must be on or off.', (value) => typeof value === 'boolean')
  readonly redisTls: boolean;

  @Variable('REDIS_CA_FILE', {
    description: 'PEM file of the authority that issued Redis’s certificate, when Node does not trust it by default.',
  })
  @Check('$name must name a file with a certificate in PEM.', optional(isCertificateFile))
  readonly redisCaFile?: string;

  @Variable('QUEUE_PREFIX', {
    default: '{gateway}',
    description: 'Prefix of the queue’s keys. The hash tag keeps the queue in one slot of a cluster.',
  })
  readonly prefix: string;
}

function isHostPortList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((entry) => /^[^:\s]+:\d+$/.test(String(entry)));
}
