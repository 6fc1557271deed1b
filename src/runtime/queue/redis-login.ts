import type { RedisOptions } from 'ioredis';
import type { QueueConfig } from '../config/queue-settings.js';

type Login = Pick<RedisOptions, 'username' | 'password'>;
type SentinelLogin = Login & Pick<RedisOptions, 'sentinelPassword'>;

/** The login for the servers of a cluster or behind sentinels. `REDIS_URL` contains its own login. */
export function redisLogin({ redisUsername: username, redisPassword: password }: QueueConfig): Login {
  return { ...(username && { username }), ...(password && { password }) };
}

/** The login for sentinels and their servers. The sentinels have a separate password. */
export function sentinelLogin(config: QueueConfig): SentinelLogin {
  const { redisSentinelPassword: sentinelPassword } = config;
  return { ...redisLogin(config), ...(sentinelPassword && { sentinelPassword }) };
}
