const PLACES = ['REDIS_URL', 'REDIS_SENTINELS', 'REDIS_CLUSTER_NODES'];
const SETTINGS = [...PLACES, 'REDIS_SENTINEL_NAME', 'REDIS_PASSWORD', 'REDIS_SENTINEL_PASSWORD'];

/**
 * Settings that put the queue of a world on the Redis of the test run: `TEST_REDIS_URL`, `TEST_REDIS_SENTINELS` or
 * `TEST_REDIS_CLUSTER_NODES`. Each world has a prefix of its own, so that no other world's worker takes its jobs. A world
 * that names a Redis itself keeps it; without any of them the queue is in the world's database, unless `TEST_REDIS` is `required`.
 */
export function testRedisSettings(world: string, settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const prefix = { QUEUE_PREFIX: `{${world}}` };
  if (PLACES.some((name) => settings[name])) return prefix;
  const given = SETTINGS.flatMap((name) => (process.env[`TEST_${name}`] ? [[name, process.env[`TEST_${name}`]]] : []));
  if (given.length === 0 && process.env['TEST_REDIS'] === 'required')
    throw new Error('These tests are to run on a Redis, and none is given');
  return given.length > 0 ? { ...prefix, ...(Object.fromEntries(given) as NodeJS.ProcessEnv) } : {};
}
