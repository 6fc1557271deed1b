const ADDRESS_SETTINGS = ['REDIS_URL', 'REDIS_SENTINELS', 'REDIS_CLUSTER_NODES'];
const SETTINGS = [...ADDRESS_SETTINGS, 'REDIS_SENTINEL_NAME', 'REDIS_PASSWORD', 'REDIS_SENTINEL_PASSWORD'];

/**
 * Settings that put the queue of a world on the Redis of the test run.
 * The Redis is `TEST_REDIS_URL`, `TEST_REDIS_SENTINELS` or `TEST_REDIS_CLUSTER_NODES`.
 * Each world has a prefix of its own, so that the workers of other worlds do not take its jobs.
 * If `settings` has an address of Redis, the world uses that Redis.
 * Without any Redis the queue is in the world's database, unless `TEST_REDIS` is `required`.
 */
export function testRedisSettings(world: string, settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const prefix = { QUEUE_PREFIX: `{${world}}` };
  if (ADDRESS_SETTINGS.some((name) => settings[name])) return prefix;
  const settingsOfRun = SETTINGS.flatMap((name) => (process.env[`TEST_${name}`] ? [[name, process.env[`TEST_${name}`]]] : []));
  if (settingsOfRun.length === 0 && process.env['TEST_REDIS'] === 'required')
    throw new Error('TEST_REDIS is "required", but no Redis is set: set TEST_REDIS_URL');
  return settingsOfRun.length > 0 ? { ...prefix, ...(Object.fromEntries(settingsOfRun) as NodeJS.ProcessEnv) } : {};
}
