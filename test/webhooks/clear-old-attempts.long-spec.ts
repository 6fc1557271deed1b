import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import type { PeriodicTask, PeriodicTasks } from '../../src/runtime/scheduling/periodic-tasks.js';
import { ClearOldAttemptsService } from '../../src/platform/webhooks/delivery/clear-old-attempts.service.js';
import { WakeDueEndpointsService } from '../../src/platform/webhooks/delivery/wake-due-endpoints.service.js';
import { OK } from '../support/receiver.js';
import { until } from '../support/until.js';
import { withoutTimeLimit } from '../support/time-limit.js';
import { type Endpoint, startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';
import { drainBatches } from '../support/drain-batches.js';

const KEPT_MONTHS = 12;
const LOCK_NOT_AVAILABLE = '55P03';
const INSUFFICIENT_PRIVILEGE = '42501';

const AN_HOUR_MS = 3_600_000;
/** All months are counted back from this time, even if a new month begins during the test. */
const TEST_START = new Date();
/** The first moment of a month, in UTC. */
function startOfMonth(monthsAgo: number, now = TEST_START): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo));
}
/**
 * How many months ago the oldest kept month was, by the database's clock, which cannot be stopped. If a month may begin during the test,
 * this is one month less: that month is kept before and after the change of months.
 */
const OLDEST_KEPT =
  startOfMonth(0).getTime() === startOfMonth(0, new Date(TEST_START.getTime() + AN_HOUR_MS)).getTime() ? KEPT_MONTHS : KEPT_MONTHS - 1;

let world: WebhookWorld;
let endpoint: Endpoint;
beforeAll(async () => {
  world = await startWebhookWorld({ WEBHOOK_ATTEMPT_RETENTION_MONTHS: String(KEPT_MONTHS) });
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => world.stop());
beforeEach(async () => {
  const past = (await months()).filter((name) => name < partitionName(0));
  if (past.length > 0) await world.asOwner(`DROP TABLE ${past.join(', ')}`);
  await world.asOwner('TRUNCATE webhook_attempt');
  endpoint = await world.addEndpoint();
});

const clear = (): Promise<void> => drainBatches(() => world.get(ClearOldAttemptsService).batch());
const sweep = (): Promise<number> => world.get(WakeDueEndpointsService).run();

const partitionName = (monthsAgo: number): string =>
  `webhook_attempt_${startOfMonth(monthsAgo).toISOString().slice(0, 7).replace('-', '_')}`;

async function createPartition(monthsAgo: number): Promise<void> {
  const [from, to] = [startOfMonth(monthsAgo), startOfMonth(monthsAgo - 1)].map((at) => at.toISOString());
  await world.asOwner(`CREATE TABLE ${partitionName(monthsAgo)} PARTITION OF webhook_attempt FOR VALUES FROM ('${from}') TO ('${to}')`);
}
async function months(table = 'webhook_attempt'): Promise<string[]> {
  const rows = await world.database.query('SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass', [
    table,
  ]);
  return rows.map(({ name }: { name: string }) => name);
}

/** Stores attempts of an exhausted delivery, at the first and the last moment of a month. @returns the subject of the delivery. */
async function addAttempts(monthsAgo: number, count = 2): Promise<string> {
  const subject = await endpoint.append();
  const last = new Date(startOfMonth(monthsAgo - 1).getTime() - 1);
  await world.database.query(
    `WITH delivery AS (
       UPDATE webhook_delivery SET status = 'exhausted', next_attempt_at = NULL, attempt_count = $2 WHERE subject_id = $1 RETURNING event_id
     )
     INSERT INTO webhook_attempt (event_id, number, started_at)
     SELECT event_id, n, CASE WHEN n % 2 = 0 THEN $3::timestamptz ELSE $4::timestamptz END FROM delivery, generate_series(1, $2::integer) n`,
    [subject, count, startOfMonth(monthsAgo), last],
  );
  return subject;
}
async function attemptCountOf(subject: string): Promise<number> {
  const [delivery] = await endpoint.listDeliveries(subject);
  return delivery?.attempts.length ?? 0;
}
/** Moves the delivery's attempts to 20 months ago. */
const moveTo20MonthsAgo = (subject: string): Promise<unknown> =>
  world.database.query(
    `UPDATE webhook_attempt SET started_at = started_at - interval '20 months'
     WHERE event_id IN (SELECT event_id FROM webhook_delivery WHERE subject_id = $1)`,
    [subject],
  );

describe('monthly partitions of attempts', () => {
  it('are dropped when they are older than the retention, and the others remain', async () => {
    await world.asOwner("CREATE TABLE state_history_2020_01 PARTITION OF state_history FOR VALUES FROM ('2020-01-01Z') TO ('2020-02-01Z')");
    for (const ago of [KEPT_MONTHS + 7, KEPT_MONTHS + 1, OLDEST_KEPT, 3]) await createPartition(ago);
    const [older, old, oldestKept, recent] = [
      await addAttempts(19),
      await addAttempts(13),
      await addAttempts(OLDEST_KEPT),
      await addAttempts(3),
    ];
    const [attempts, history] = [await months(), await months('state_history')];

    await clear();
    const remaining = attempts.filter((name) => ![partitionName(19), partitionName(13)].includes(name));
    expect(remaining).toHaveLength(attempts.length - 2);
    expect(await months()).toEqual(remaining);
    expect(await months('state_history')).toEqual(history);
    expect(await Promise.all([older, old, oldestKept, recent].map(attemptCountOf))).toEqual([0, 0, 2, 2]);
    expect(world.logLinesWith('dropped a monthly partition of old delivery attempts').map((line) => line['partition'])).toEqual([
      partitionName(19),
      partitionName(13),
    ]);

    await clear();
    expect(await months()).toEqual(remaining);
    expect(await Promise.all([oldestKept, recent].map(attemptCountOf))).toEqual([2, 2]);
  });

  it('that are missing have their rows deleted in batches from the default partition', async () => {
    const [older, old] = [await addAttempts(KEPT_MONTHS + 2, 3), await addAttempts(KEPT_MONTHS + 1, 5_100)];
    const [oldestKept, recent] = [await addAttempts(OLDEST_KEPT), await addAttempts(3)];
    await clear();
    expect(await Promise.all([older, old, oldestKept, recent].map(attemptCountOf))).toEqual([0, 0, 2, 2]);
    expect(await months()).toContain('webhook_attempt_default');
  });

  it('are dropped once by any number of concurrent workers', async () => {
    const oldMonths = [14, 15, 16, 17];
    for (const ago of oldMonths) await createPartition(ago);
    const subjects = await Promise.all([...oldMonths, 20].map((ago) => addAttempts(ago)));
    await Promise.all([clear(), drainBatches(() => worker(KEPT_MONTHS).batch()), drainBatches(() => worker(KEPT_MONTHS).batch())]);
    expect(await Promise.all(subjects.map(attemptCountOf))).toEqual([0, 0, 0, 0, 0]);
    expect((await months()).filter((name) => oldMonths.map(partitionName).includes(name))).toEqual([]);
  });

  it('are not dropped while a transaction reads the table, because later queries would wait behind the drop', async () => {
    await createPartition(18);
    const subject = await addAttempts(18);
    const reader = world.database.createQueryRunner();
    await reader.startTransaction();
    await reader.query('SELECT count(*) FROM webhook_attempt');
    await expect(clear()).rejects.toMatchObject({ code: LOCK_NOT_AVAILABLE });
    await reader.rollbackTransaction();
    await reader.release();
    expect(await attemptCountOf(subject)).toBe(2);
    await clear();
    expect(await attemptCountOf(subject)).toBe(0);
  });

  it('are dropped while a transaction writes deliveries', async () => {
    await createPartition(18);
    const writer = world.database.createQueryRunner();
    await writer.startTransaction();
    await writer.query('LOCK TABLE webhook_delivery, webhook_event, webhook_subject IN ROW EXCLUSIVE MODE');
    await clear();
    await writer.rollbackTransaction();
    await writer.release();
    expect(await months()).not.toContain(partitionName(18));
  });

  it('are kept forever when the retention is 0', async () => {
    await createPartition(KEPT_MONTHS + 30);
    const subjects = [await addAttempts(KEPT_MONTHS + 30), await addAttempts(KEPT_MONTHS + 31)];
    const tasks: string[] = [];
    const register = (task: PeriodicTask): void => void tasks.push(task.name);
    const withoutLimit = worker(0, { register });
    withoutLimit.onModuleInit();
    expect(await withoutLimit.batch()).toBe(false);
    expect(tasks).toEqual([]);
    expect(await Promise.all(subjects.map(attemptCountOf))).toEqual([2, 2]);
    worker(1, { register }).onModuleInit();
    expect(tasks).toEqual(['delete-old-attempts']);
  });

  it.each(['Pacific/Auckland', 'Pacific/Honolulu'])('begin in UTC, also for a session in the time zone %s', async (timezone) => {
    await createPartition(KEPT_MONTHS + 1);
    const subjects = [await addAttempts(KEPT_MONTHS + 2), await addAttempts(OLDEST_KEPT)];
    const otherTimeZone = await new DataSource({
      type: 'postgres',
      url: world.settings['DATABASE_URL'] ?? '',
      extra: { options: `-c timezone=${timezone}` },
    }).initialize();
    await drainBatches(() => worker(KEPT_MONTHS, { database: otherTimeZone }).batch());
    await otherTimeZone.destroy();
    expect(await months()).not.toContain(partitionName(KEPT_MONTHS + 1));
    expect(await Promise.all(subjects.map(attemptCountOf))).toEqual([0, 2]);
  });
});

describe('a delivery whose attempts were deleted', () => {
  it('is attempted again with the next number', async () => {
    await endpoint.change({ retryScheduleSeconds: [0, 3600] });
    endpoint.receiver.setResponses({ status: 500 }, OK);
    const subject = await endpoint.append();
    await sweep();
    await until(
      () => endpoint.listDeliveries(subject),
      ([delivery]) => Boolean(delivery?.attempts[0]?.finishedAt),
    );
    await moveTo20MonthsAgo(subject);
    await clear();
    expect(await endpoint.listDeliveries(subject)).toMatchObject([{ status: 'pending', attemptCount: 1, attempts: [] }]);

    await world.database.query('UPDATE webhook_delivery SET next_attempt_at = now() WHERE subject_id = $1', [subject]);
    await world.sweepUntilRequest(endpoint);
    const [delivery] = await endpoint.waitForStatuses(subject, 'acknowledged');
    expect(delivery).toMatchObject({ attemptCount: 2, attempts: [{ number: 2, outcome: 'acknowledged' }] });
    expect(await world.readNotifyStatus(subject)).toMatchObject({ count: 2, isSend: true });
  });

  it('is acknowledged even if the attempt under way was deleted', async () => {
    withoutTimeLimit();
    endpoint.receiver.setResponses({ ...OK, hold: true });
    const subject = await endpoint.append();
    await sweep();
    await until(
      () => endpoint.receiver.requestsInProgress,
      (open) => open === 1,
    );
    await moveTo20MonthsAgo(subject);
    await clear();
    endpoint.receiver.releaseAll();
    expect(await endpoint.waitForStatuses(subject, 'acknowledged')).toMatchObject([{ attemptCount: 1, attempts: [] }]);
  });
});

describe('the application role', () => {
  it.each([
    ['drop a month', () => `DROP TABLE ${partitionName(0)}`],
    ['detach a month', () => `ALTER TABLE webhook_attempt DETACH PARTITION ${partitionName(0)}`],
    ['empty a month', () => `TRUNCATE ${partitionName(0)}`],
    ['change the function that drops months', () => 'ALTER FUNCTION drop_webhook_attempt_month SECURITY INVOKER'],
  ])('cannot %s itself', async (_, statement) => {
    await expect(world.database.query(statement())).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
  });

  it.each([0, -1, null])('cannot drop all partitions with a retention of %p months', async (retention) => {
    const before = await months();
    await expect(world.database.query('SELECT drop_webhook_attempt_month($1)', [retention])).rejects.toMatchObject({ code: '22023' });
    expect(await months()).toEqual(before);
  });
});

/** Another worker on the same database, with its own retention. */
function worker(months: number, { database = world.database, register = () => undefined }: WorkerOptions = {}): ClearOldAttemptsService {
  const environment = readEnvironment({ WEBHOOK_ATTEMPT_RETENTION_MONTHS: String(months) });
  return new ClearOldAttemptsService(database, environment, { register } as PeriodicTasks, pino({ level: 'silent' }));
}

interface WorkerOptions {
  database?: DataSource;
  register?: PeriodicTasks['register'];
}
