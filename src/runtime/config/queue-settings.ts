import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { list, onOff, type SettingsOf, text, url } from './setting.js';

const HOST_PORTS = {
  must: 'be a comma-separated list of host:port',
  accepts: (members: string[]) => members.every((member) => /^[^:\s]+:\d+$/.test(member)),
};

export const QUEUE_SETTINGS = {
  redisUrl: url('REDIS_URL', 'Redis ≥ 6.2 for the queue. Without any Redis setting, the queue (BullMQ) runs on PostgreSQL.', {
    schemes: ['redis', 'rediss'],
    secret: true,
  }),
  redisSentinels: list('REDIS_SENTINELS', 'Sentinels as `host:port`, separated by commas, instead of `REDIS_URL`.', HOST_PORTS),
  redisSentinelName: text('REDIS_SENTINEL_NAME', 'Name of the master that the sentinels watch.', { default: 'mymaster' }),
  redisClusterNodes: list('REDIS_CLUSTER_NODES', 'Cluster nodes as `host:port`, separated by commas, instead of `REDIS_URL`.', HOST_PORTS),
  redisUsername: text('REDIS_USERNAME', 'User of a Redis behind sentinels or of a cluster. `REDIS_URL` contains its own user.'),
  redisPassword: text('REDIS_PASSWORD', 'Password of this user.', { secret: true }),
  redisSentinelPassword: text('REDIS_SENTINEL_PASSWORD', 'Password of the sentinels themselves, if they have one.', { secret: true }),
  redisTls: onOff(
    'REDIS_TLS',
    '`on` uses TLS with sentinels and their servers, or with a cluster. For `REDIS_URL`, use `rediss://` instead.',
    { default: false },
  ),
  redisCaFile: text('REDIS_CA_FILE', 'PEM file of the authority that issued Redis’s certificate, when Node does not trust it by default.', {
    must: 'name a file with a certificate in PEM',
    accepts: isCertificateFile,
  }),
  prefix: text('QUEUE_PREFIX', 'Prefix of the queue’s keys. The hash tag keeps the queue in one slot of a cluster.', {
    default: '{gateway}',
  }),
};

export type QueueConfig = SettingsOf<typeof QUEUE_SETTINGS>;

function isCertificateFile(path: string): boolean {
  try {
    return new X509Certificate(readFileSync(path)).subject !== '';
  } catch {
    return false;
  }
}
