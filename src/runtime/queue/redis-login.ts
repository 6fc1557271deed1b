import type { RedisOptions } from 'ioredis';
import type { QueueConfig } from '../config/queue-settings.js';

type Login = Pick<RedisOptions, 'username' | 'password'>;
type SentinelLogin = Login & Pick<RedisOptions, 'sentinelPassword'>;

/** For the servers of a cluster or behind sentinels; a URL has its own login. */
export function redisLogin({ redisUsername: username, redisPassword: password }: QueueConfig): Login {
  return { ...(username && { username }), ...(password && { password }) };
}

/** Sentinels have passwords apart from those of the servers they watch. */
export function sentinelLogin(config: QueueConfig): SentinelLogin {
  const { redisSentinelPassword: sentinelPassword } = config;
  return { ...redisLogin(config), ...(sentinelPassword && { sentinelPassword }) };
}
