// Notifications per second and processor time per notification of the worker, compared with bare BullMQ + undici in the same run, in turn A B A B;
// and how a receiver that hangs for 10 s with 1,000 waiting deliveries affects the time to acknowledgement at other receivers.
// Usage: npm run bench:notifications [-- --events 3000 --rounds 3 --pairs 6 --seconds 12 --rate 100]; with REDIS_URL the queue is on Redis.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import { body, CONCURRENCY, QUEUE_NAME, startWorld } from './notification-world.mjs';
import { familyMs, processMs } from './processor-time.mjs';
import { bootstrapRatio, quantile } from './statistics.mjs';
import { median } from './world.mjs';

const DEFAULTS = { events: 3000, rounds: 3, pairs: 6, seconds: 12, rate: 100, endpoints: 20, waiting: 1000 };
const { values } = parseArgs({
  options: Object.fromEntries(Object.entries(DEFAULTS).map(([name, value]) => [name, { type: 'string', default: String(value) }])),
});
const { events, rounds, pairs, seconds, rate, endpoints, waiting } = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, Number(value)]),
);
/**
 * Each round of the second part begins with this lead, which is not counted, so that effects of the round before are over. A round is longer than
 * the receiver hangs, so it includes requests that time out.
 */
const LEAD_MS = 1000;
const WARM_UP_SECONDS = 3;
const MAX_P99_RATIO = 1.1;
/** With fewer pairs the spread of the rounds is unknown. */
const MIN_PAIRS_FOR_VERDICT = 5;

const world = await startWorld();
const { receiver, database, source, bareQueue } = world;
const services = [];
for (let index = 0; index < endpoints; index += 1) services.push(await world.service('/ok'));

async function waitUntil(condition, description, withinMs = 120_000) {
  for (let waited = 0; !(await condition()); waited += 20) {
    if (waited > withinMs) throw new Error(`Timed out waiting for ${description}`);
    await pause(20);
  }
}

const count = async (text) => (await source.query(text))[0].count;
const isSettled = async () => (await count('SELECT count(*)::int FROM webhook_delivery WHERE next_attempt_at IS NOT NULL')) === 0;

/**
 * @returns requests per second between the first and the last arrival, and milliseconds of processor time per event until all results are
 * recorded.
 */
async function throughput({ enqueue, begin, recorded, pid }) {
  const arrivals = [];
  receiver.arrived = () => arrivals.push(performance.now());
  await enqueue();
  await database.query('ANALYZE'); // autovacuum would do this a minute later
  const before = [processMs(pid), familyMs(database.pid)];
  await begin();
  await waitUntil(() => arrivals.length >= events, `${events} arrivals`);
  await waitUntil(recorded, 'every record');
  const used = [processMs(pid) - before[0], familyMs(database.pid) - before[1]].map((ms) => ms / events);
  return {
    rate: ((events - 1) * 1000) / (arrivals[events - 1] - arrivals[0]),
    process: used[0],
    database: used[1],
    processor: used[0] + used[1],
  };
}

const gateway = {
  pid: world.worker.pid,
  enqueue: () =>
    source.transaction(async (tx) => {
      for (let index = 0; index < events; index += 1) await world.append(tx, services[index % endpoints], index);
    }),
  begin: async () => services.forEach(world.wake),
  recorded: isSettled,
};

/** All jobs are queued before the worker begins, because all events of the gateway are committed at once, too. */
const bare = {
  pid: world.bare.pid,
  async enqueue() {
    await bareQueue.pause();
    const ids = Array.from({ length: events }, () => uuidv7());
    await source.query('INSERT INTO bare_notification (id) SELECT unnest($1::uuid[])', [ids]);
    const jobs = ids.map((id, index) => ({
      name: 'notify',
      data: { id, url: `${receiver.url}/ok`, ...body(index) },
      opts: { removeOnComplete: true },
    }));
    await bareQueue.addBulk(jobs);
  },
  begin: () => bareQueue.resume(),
  recorded: async () => (await count("SELECT count(*)::int FROM bare_notification WHERE status = 'pending'")) === 0,
};

/** @returns milliseconds from each event's commit to its acknowledgement, at a steady rate of events: one list for each second. */
async function acknowledgements(seconds) {
  const [committedAt, durations] = [[], []];
  const total = Math.round((rate * (LEAD_MS + seconds * 1000)) / 1000);
  const acknowledgedAt = [];
  receiver.arrived = (index) => (acknowledgedAt[index] ??= performance.now());
  const appending = [];
  const start = performance.now();
  for (let index = 0; index < total; index += 1) {
    await pause(Math.max(0, start + (index * 1000) / rate - performance.now()));
    const serviceId = services[index % endpoints];
    const appended = source
      .transaction((tx) => world.append(tx, serviceId, index))
      .then(() => ((committedAt[index] = performance.now()), world.wake(serviceId)));
    appending.push(appended);
  }
  await Promise.all(appending);
  await waitUntil(() => acknowledgedAt.filter(Boolean).length === total, 'every acknowledgement', 30_000);
  for (let index = 0; index < total; index += 1) durations.push(Math.max(0, acknowledgedAt[index] - committedAt[index]));
  const perBlock = Math.max(1, Math.round(rate));
  const measured = durations.slice(Math.round((rate * LEAD_MS) / 1000));
  return Array.from({ length: Math.floor(measured.length / perBlock) }, (_, block) =>
    measured.slice(block * perBlock, (block + 1) * perBlock),
  );
}

async function round(hangs, seconds) {
  let hangingService;
  if (hangs) {
    hangingService = await world.service('/hang');
    await source.transaction(async (tx) => {
      for (let index = 0; index < waiting; index += 1) await world.append(tx, hangingService, index);
    });
  }
  for (const table of ['webhook_delivery', 'webhook_subject', 'webhook_event', 'webhook_attempt'])
    await database.query(`VACUUM (ANALYZE) ${table}`);
  if (hangingService) {
    world.wake(hangingService);
    await waitUntil(() => receiver.hanging.size > 0, 'a request to the receiver that hangs', 10_000);
  }
  const before = [processMs(world.worker.pid), familyMs(database.pid)];
  const blocks = await acknowledgements(seconds);
  const used = [processMs(world.worker.pid) - before[0], familyMs(database.pid) - before[1]].map(
    (ms) => ms / (rate * (seconds + LEAD_MS / 1000)),
  );
  if (hangingService) {
    await database.query(
      "UPDATE webhook_delivery SET status = 'stopped', next_attempt_at = NULL, lease_until = NULL WHERE service_id = $1 AND status = 'pending'",
      [hangingService],
    );
    for (const response of receiver.hanging) response.destroy();
    await waitUntil(() => receiver.hanging.size === 0, 'the end of the hanging requests', 20_000);
  }
  return { blocks, used };
}

const p99 = (blocks) => quantile(blocks.flat(), 0.99);
const ratioOfP99 = (a, b) => quantile(b, 0.99) / quantile(a, 0.99);
const format = (value, digits = 1) => value.toFixed(digits);

async function compareThroughput() {
  await throughput(gateway);
  await throughput(bare);
  const results = [];
  for (let index = 0; index < rounds; index += 1) results.push([await throughput(gateway), await throughput(bare)]);
  const medianOf = (side, name) => median(results.map((pair) => pair[side][name]));
  const ratio = (name) => format(median(results.map(([ours, theirs]) => ours[name] / theirs[name])), 2);
  console.log(`Queue on ${QUEUE_NAME}; ${events} notifications to ${endpoints} endpoints, ${CONCURRENCY} at once, ${rounds} rounds\n`);
  console.log('| | gateway | bare BullMQ + undici | ratio |\n|---|---|---|---|');
  console.log(`| notifications/s | ${format(medianOf(0, 'rate'), 0)} | ${format(medianOf(1, 'rate'), 0)} | ${ratio('rate')} |`);
  for (const [name, label] of [
    ['process', 'of the worker'],
    ['database', 'of PostgreSQL'],
    ['processor', 'of both'],
  ]) {
    console.log(
      `| processor time ${label}, ms each | ${format(medianOf(0, name), 2)} | ${format(medianOf(1, name), 2)} | ${ratio(name)} |`,
    );
  }
}

async function compareFairness() {
  await round(false, WARM_UP_SECONDS);
  await round(true, WARM_UP_SECONDS);
  const results = [];
  for (let index = 0; index < pairs; index += 1) results.push([await round(false, seconds), await round(true, seconds)]);
  const sides = [0, 1].map((side) => results.map((pair) => pair[side].blocks));
  const all = sides.map((side) => side.flat(2));
  console.log(
    `\nTime to acknowledgement at ${rate} events/s over ${endpoints} endpoints, ${pairs} pairs of rounds, ${all[0].length} events of each kind\n`,
  );
  console.log(
    '| | p50, ms | p90, ms | p99, ms | processor of worker + PostgreSQL, ms each | p99 of each round |\n|---|---|---|---|---|---|',
  );
  ['alone', `beside a receiver that hangs, ${waiting} waiting`].forEach((label, side) => {
    const quantiles = [0.5, 0.9, 0.99].map((fraction) => format(quantile(all[side], fraction))).join(' | ');
    const used = [0, 1].map((processIndex) => format(median(results.map((pair) => pair[side].used[processIndex])), 2)).join(' + ');
    console.log(`| ${label} | ${quantiles} | ${used} | ${sides[side].map((blocks) => format(p99(blocks))).join(', ')} |`);
  });
  const [low, high] = bootstrapRatio(
    results.map((pair) => pair.map(({ blocks }) => blocks)),
    ratioOfP99,
  );
  const percent = (ratio) => `${ratio >= 1 ? '+' : ''}${format((ratio - 1) * 100)} %`;
  console.log(`\nChange of p99: ${percent(ratioOfP99(all[0], all[1]))}, between ${percent(low)} and ${percent(high)} with 95 % confidence`);
  const limit = percent(MAX_P99_RATIO);
  if (pairs < MIN_PAIRS_FOR_VERDICT) console.log(`Verdict: none from fewer than ${MIN_PAIRS_FOR_VERDICT} pairs`);
  else if (high < MAX_P99_RATIO) console.log(`Verdict: below ${limit}`);
  else if (low > MAX_P99_RATIO) console.log(`Verdict: above ${limit}`);
  else console.log(`Verdict: undecided about ${limit}: the machine was not quiet enough, or there were too few pairs`);
}

try {
  if (rounds > 0) await compareThroughput();
  if (pairs > 0) await compareFairness();
} finally {
  await world.stop();
}
