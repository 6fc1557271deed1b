// How long partners wait for notifications while Redis is unavailable: `npm run bench:redis-away [-- seconds]`. Needs redis-server.
//
// A gateway in the role `all` with its queue on Redis; four payers pay concurrently, before and after Redis is killed.
import { TRUST_LOCAL_PROXY, busyShop } from '../test/services/busy-shop.js';
import { RedisProcess } from '../test/services/redis-process.js';
import { startTestServer } from '../test/support/test-server.js';
import { startWorld, type World } from '../test/support/world.js';

const SECONDS = Number(process.argv[2] ?? 120);
const SECONDS_BEFORE = 15;

/** Time from the commit of a notification to its acknowledgement. */
const WAIT_TIMES = `
  SELECT count(*)::int AS events, percentile_disc(ARRAY[0.5, 0.99, 1]) WITHIN GROUP (ORDER BY extract(epoch FROM acknowledged_at - created_at) * 1000) AS ms
  FROM webhook_delivery WHERE service_id = $1 AND created_at >= $2 AND created_at < $3`;

async function describeWaits(world: World, serviceId: string, from: Date, to: Date): Promise<string> {
  const [row] = await world.database.query<{ events: number; ms: number[] }[]>(WAIT_TIMES, [serviceId, from, to]);
  const [median, p99, maximum] = (row?.ms ?? []).map((ms) => `${Math.round(ms)} ms`);
  return `${row?.events} notifications, half of them within ${median}, 99 % within ${p99}, all within ${maximum}`;
}

const server = await startTestServer();
const redis = await RedisProcess.start(['maxmemory-policy noeviction']);
const world = await startWorld({ ROLE: 'all', REDIS_URL: `redis://${redis.address}`, ...TRUST_LOCAL_PROXY });
try {
  const { shop, payFor, waitForNotifications } = await busyShop(world);
  const startedAt = new Date();
  await payFor(SECONDS_BEFORE * 1000);
  await waitForNotifications();
  await redis.kill();
  const killedAt = new Date();
  const slowest = await payFor(SECONDS * 1000);
  await waitForNotifications(); // throws if notifications are missing
  console.log(`with Redis, ${SECONDS_BEFORE} s: ${await describeWaits(world, shop.serviceId, startedAt, killedAt)}`);
  console.log(
    `Redis away, ${SECONDS} s, slowest payment ${Math.round(slowest)} ms: ${await describeWaits(world, shop.serviceId, killedAt, new Date())}`,
  );
} finally {
  await world.stop();
  await redis.stop();
  await server.stop();
}
