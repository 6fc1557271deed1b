import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { RealSystemClock } from '../../src/common/time/clocks.js';
import type { EndpointWaker } from '../../src/platform/webhooks/wake-up/endpoint-waker.js';
import { Outbox } from '../../src/platform/webhooks/outbox/outbox.js';
import { type CliWorld, startCliWorld } from './cli-world.js';

const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';
const AT = '2026-11-21T13:05:09+01:00';
const VERDICT = 'your program responded 502 with "Bad\u0007 gateway": respond with 200 and the body OK';
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

let cli: CliWorld;
let database: DataSource;
let service: string;
beforeAll(async () => {
  cli = await startCliWorld();
  database = await new DataSource({ type: 'postgres', url: cli.env['DATABASE_URL'] ?? '' }).initialize();
  const partner = (await cli.json('partner', 'create', 'Shop')).id;
  service = (await cli.json('service', 'create', '--partner', partner, '--area', 'directbilling', '--name', 'Points')).id;
  await database.query("UPDATE service SET notify_url = 'https://shop.example/notify' WHERE id = $1", [service]);
});
afterAll(async () => {
  await database.destroy();
  await cli.drop();
});

const outbox = new Outbox(new RealSystemClock(), { wake: () => undefined } as unknown as EndpointWaker);

/** Adds a notification that is due immediately. @returns the id of its delivery. */
async function addNotification(transactionId: string): Promise<string> {
  const body = { json: '{"id":"1","values":{"net":5.00}}', signedText: '1|5.00' };
  await database.transaction((tx) =>
    outbox.append(tx, [
      { serviceId: service, subjectId: transactionId, type: 'directbilling.transaction', body, occurredAt: new Date(AT) },
    ]),
  );
  const [row] = await database.query('SELECT latest_event_id AS id FROM webhook_subject WHERE subject_id = $1', [transactionId]);
  return row.id;
}

/** Claims the next due delivery of the service and records an attempt with this result. */
async function recordAttempt(status: 'exhausted' | 'acknowledged', response: string, httpStatus: number): Promise<void> {
  const [claim] = await database.query(
    "SELECT * FROM webhook_claim(ARRAY[$1], ARRAY[1], now(), now() + interval '1 minute', 8) WHERE event_id IS NOT NULL",
    [service],
  );
  const outcome = status === 'acknowledged' ? 'acknowledged' : 'not_acknowledged';
  await database.query(
    `SELECT r.* FROM webhook_attempt a, webhook_record(ARRAY[a.event_id], ARRAY[a.number], ARRAY[a.started_at], ARRAY[a.started_at + interval '12 ms'],
       ARRAY[$3], ARRAY[$4::integer], ARRAY[$5], ARRAY[NULL], ARRAY[NULL::timestamptz]) r
     WHERE a.event_id = $1 AND a.number = $2`,
    [claim.event_id, claim.attempt_number, outcome, httpStatus, response],
  );
}

const addExhaustedDelivery = async (): Promise<{ id: string; transaction: string }> => {
  const transaction = uuidv7();
  const id = await addNotification(transaction);
  await recordAttempt('exhausted', 'Bad\u0007 gateway', 502);
  return { id, transaction };
};

describe('deliveries list', () => {
  it('prints a text when there are no deliveries', async () => {
    expect(await cli.run('deliveries', 'list')).toEqual({ code: 0, out: 'No deliveries.\n', err: '' });
    expect(await cli.json('deliveries', 'list')).toEqual([]);
  });

  it('filters by service, transaction and state, newest first', async () => {
    const [first, second] = [await addExhaustedDelivery(), await addExhaustedDelivery()];
    const listIds = async (...options: string[]) => (await cli.json('deliveries', 'list', ...options)).map(({ id }: { id: string }) => id);
    expect((await listIds('--limit', '2')) as string[]).toEqual([second.id, first.id]);
    expect(await listIds('--transaction', first.transaction)).toEqual([first.id]);
    expect(await listIds('--service', service, '--status', 'acknowledged')).toEqual([]);
    const limited = await cli.run('deliveries', 'list', '--service', service, '--status', 'exhausted', '--limit', '1', '--json');
    expect(JSON.parse(limited.out)).toMatchObject([{ id: second.id }]);
    expect(limited.err).toBe('The list is limited to 1. Give a larger --limit to see more.\n');
    expect((await cli.run('deliveries', 'list')).out).toContain(first.transaction);
  });

  it.each([
    [['--status', 'lost'], 2, 'Allowed choices are pending, acknowledged'],
    [['--limit', '0'], 2, 'a whole number from 1 to 1000000'],
    [['--transaction', '1'], 2, 'It must be an id such as'],
    [['--service', '00000000'], 1, 'There is no service 00000000'],
  ])('rejects %j', async (options, code, message) => {
    expect(await cli.run('deliveries', 'list', ...options)).toMatchObject({ code, out: '', err: expect.stringContaining(message) });
  });
});

describe('deliveries show', () => {
  it('shows the request and the response of each attempt', async () => {
    const { id, transaction } = await addExhaustedDelivery();
    expect(await cli.json('deliveries', 'show', id)).toEqual({
      id,
      service_id: service,
      transaction_id: transaction,
      type: 'directbilling.transaction',
      status: 'exhausted',
      attempt_count: 1,
      verdict: VERDICT,
      next_attempt_at: null,
      acknowledged_at: null,
      occurred_at: AT,
      created_at: expect.stringMatching(TIMESTAMP),
      body: '{"id":"1","values":{"net":5.00}}',
      signed_text: '1|5.00',
      attempts: [
        {
          number: 1,
          started_at: expect.stringMatching(TIMESTAMP),
          outcome: 'not_acknowledged',
          http_status: 502,
          error: null,
          duration_ms: 12,
          verdict: VERDICT,
          response: 'Bad\u0007 gateway',
        },
      ],
      erased_at: null,
      sent_signature: null,
      cleared_attempt_count: 0,
    });
    const { out } = await cli.run('deliveries', 'show', id);
    expect(out).toContain('{"id":"1","values":{"net":5.00}}');
    expect(out).toMatch(/not_acknowledged +502 +– +12 +Bad\ufffd gateway\n/);
    expect(out).not.toContain('cleared');
  });

  it('shows how many attempts were cleared', async () => {
    const { id } = await addExhaustedDelivery();
    for (const response of ['second', 'third']) {
      await cli.run('deliveries', 'resend', id);
      await recordAttempt('exhausted', response, 500);
    }
    await database.query('DELETE FROM webhook_attempt WHERE event_id = $1 AND number < 3', [id]);
    expect(await cli.json('deliveries', 'show', id)).toMatchObject({
      attempt_count: 3,
      attempts: [{ number: 3 }],
      cleared_attempt_count: 2,
    });
    expect((await cli.run('deliveries', 'show', id)).out).toMatch(
      / third\n2 older attempts were cleared: attempts are kept for WEBHOOK_ATTEMPT_RETENTION_MONTHS only\.\n$/,
    );
    await database.query('DELETE FROM webhook_attempt WHERE event_id = $1', [id]);
    expect((await cli.run('deliveries', 'show', id)).out).toMatch(/Attempts\n─+\n3 older attempts were cleared/);
  });

  it('rejects an unknown delivery', async () => {
    expect(await cli.run('deliveries', 'show', UNKNOWN_ID)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining(`There is no delivery ${UNKNOWN_ID}`),
    });
    expect((await cli.run('deliveries', 'show', 'x')).code).toBe(2);
  });
});

describe('deliveries resend', () => {
  it('makes a delivery due and prints that it is being sent', async () => {
    const { id } = await addExhaustedDelivery();
    expect(await cli.json('deliveries', 'resend', id)).toEqual({ id, outcome: 'sending' });
    const delivery = await cli.json('deliveries', 'show', id);
    expect([delivery.status, Date.parse(delivery.next_attempt_at) <= Date.now()]).toEqual(['pending', true]);
    await recordAttempt('acknowledged', 'OK', 200);
    expect((await cli.json('deliveries', 'show', id)).status).toBe('acknowledged');
  });

  it('says that a delivery waits for the earlier ones of its transaction', async () => {
    const transaction = uuidv7();
    const [first, second] = [await addNotification(transaction), await addNotification(transaction)];
    await recordAttempt('exhausted', '', 500);
    await recordAttempt('exhausted', '', 500);
    expect((await cli.json('deliveries', 'resend', first)).outcome).toBe('sending');
    expect((await cli.run('deliveries', 'resend', second)).out).toContain('after the earlier notifications of its transaction');
    await recordAttempt('acknowledged', 'OK', 200);
    await recordAttempt('acknowledged', 'OK', 200);
  });

  it('rejects an unknown delivery', async () => {
    expect(await cli.run('deliveries', 'resend', UNKNOWN_ID)).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no delivery'),
    });
  });
});

describe('deliveries resend of all missed deliveries of a service', () => {
  const SELECTION = ['--service', '', '--status', 'exhausted', '--status', 'stopped', '--since', '1h'];
  /** The arguments of the command, with the id of the service in place of the empty text. */
  const resendAll = (...more: string[]): string[] => ['deliveries', 'resend', ...SELECTION.map((text) => text || service), ...more];

  it('prints their number, requires --yes, and resends all of them', async () => {
    const [first, second] = [await addExhaustedDelivery(), await addExhaustedDelivery()];
    const { length } = [
      ...(await cli.json('deliveries', 'list', '--status', 'exhausted', '--limit', '100')),
      ...(await cli.json('deliveries', 'list', '--status', 'stopped', '--limit', '100')),
    ];
    const { code, err } = await cli.run(...resendAll());
    expect([code, err]).toEqual([2, expect.stringContaining(`${length} notifications (exhausted, stopped) of Points (${service}) since`)]);
    expect((await cli.json('deliveries', 'show', first.id)).status).toBe('exhausted');
    const result = await cli.json(...resendAll('--yes'));
    expect(result).toMatchObject({ service_id: service, found: length, sending: length, waiting: 0, changed: 0, locked: 0 });
    for (const { id } of [first, second]) expect((await cli.json('deliveries', 'show', id)).status).toBe('pending');
    const [entry] = await cli.json('audit', 'list', '--action', 'delivery.resend', '--subject', service);
    expect(JSON.parse(entry.after)).toEqual({ deliveries: length, statuses: ['exhausted', 'stopped'] });
    expect((await cli.run(...resendAll('--yes'))).out).toContain('There is nothing to send again.');
    for (let remaining = length; remaining > 0; remaining -= 1) await recordAttempt('acknowledged', 'OK', 200);
  });

  it.each([
    [['--service', '0f3a9c21'], 2, 'Give either the id of one delivery'],
    [[UNKNOWN_ID, '--since', '1h'], 2, 'Give either the id of one delivery'],
    [['--service', '0f3a9c21', '--status', 'acknowledged', '--since', '1h'], 2, 'Allowed choices are waiting, exhausted'],
    [['--service', '00000000', '--status', 'stopped', '--since', '1h'], 1, 'There is no service 00000000'],
  ])('rejects %j', async (options, code, message) => {
    expect(await cli.run('deliveries', 'resend', ...options)).toMatchObject({ code, out: '', err: expect.stringContaining(message) });
  });
});

describe('deliveries endpoints', () => {
  /** Records an attempt in the past. No delivery has an attempt 999, so only the state of the endpoint changes. */
  const recordPastAttempt = (id: string, outcome: 'failed' | 'acknowledged', at: string): Promise<unknown> =>
    database.query(
      `SELECT * FROM webhook_record(ARRAY[$1::uuid], ARRAY[999], ARRAY[$3::timestamptz], ARRAY[$3::timestamptz],
         ARRAY[$2], ARRAY[NULL::integer], ARRAY[NULL], ARRAY[NULL], ARRAY[NULL::timestamptz])`,
      [id, outcome, at],
    );

  it('shows failing and paused endpoints, and when their states changed', async () => {
    expect(await cli.json('deliveries', 'endpoints')).toEqual({ endpoints: [], changes: [] });
    const id = await addNotification(uuidv7());
    const failureTimes = Array.from({ length: 10 }, (_, index) => `2026-11-${11 + index}T12:00:00Z`);
    for (const at of failureTimes) await recordPastAttempt(id, 'failed', at);
    const { endpoints, changes } = await cli.json('deliveries', 'endpoints');
    expect(endpoints).toEqual([
      {
        service_id: service,
        state: 'paused',
        waiting: expect.any(Number),
        failed_tries: 10,
        first_failure_at: '2026-11-11T13:00:00+01:00',
        last_failure_at: '2026-11-20T13:00:00+01:00',
        paused_at: '2026-11-20T13:00:00+01:00',
        next_probe_at: '2026-11-20T14:00:00+01:00',
      },
    ]);
    expect(endpoints[0].waiting).toBeGreaterThan(0);
    await recordPastAttempt(id, 'acknowledged', '2026-11-20T13:05:00Z');
    expect((await cli.json('deliveries', 'endpoints')).changes).toMatchObject([{ state: 'resumed' }, ...changes]);
    const scheduleRetry = "UPDATE webhook_delivery SET next_attempt_at = now() + interval '1 day', attempt_count = 1 WHERE event_id = $1";
    await database.query(scheduleRetry, [id]);
    expect((await cli.json('deliveries', 'endpoints')).endpoints).toMatchObject([{ state: 'working', waiting: endpoints[0].waiting }]);
    await database.query('UPDATE webhook_delivery SET next_attempt_at = created_at WHERE event_id = $1', [id]);
    expect((await cli.run('deliveries', 'endpoints')).out).toMatch(/Failing, paused, or with deliveries that wait\n─+\nnone\n\nChanges\n/);
  });
});
