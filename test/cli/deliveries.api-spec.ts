import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { RealSystemClock } from '../../src/common/time/clocks.js';
import type { EndpointWaker } from '../../src/platform/webhooks/wake-up/endpoint-waker.js';
import { Outbox } from '../../src/platform/webhooks/outbox/outbox.js';
import { type CliWorld, startCliWorld } from './cli-world.js';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const AT = '2026-11-21T13:05:09+01:00';
const VERDICT = 'your program answered 502 with "Bad\u0007 gateway": answer 200 with the body OK';
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

/** Adds an event that waits to be sent. @returns the id of its delivery. */
async function event(transactionId: string): Promise<string> {
  const body = { json: '{"id":"1","values":{"net":5.00}}', signedText: '1|5.00' };
  await database.transaction((tx) =>
    outbox.append(tx, [
      { serviceId: service, subjectId: transactionId, type: 'directbilling.transaction', body, occurredAt: new Date(AT) },
    ]),
  );
  const [row] = await database.query('SELECT latest_event_id AS id FROM webhook_subject WHERE subject_id = $1', [transactionId]);
  return row.id;
}

/** Records one attempt of the service's next due delivery, with this result. */
async function attempt(status: 'exhausted' | 'acknowledged', response: string, httpStatus: number): Promise<void> {
  const [claimed] = await database.query(
    "SELECT * FROM webhook_claim(ARRAY[$1], ARRAY[1], now(), now() + interval '1 minute', 8) WHERE event_id IS NOT NULL",
    [service],
  );
  const outcome = status === 'acknowledged' ? 'acknowledged' : 'not_acknowledged';
  await database.query(
    `SELECT r.* FROM webhook_attempt a, webhook_record(ARRAY[a.event_id], ARRAY[a.number], ARRAY[a.started_at], ARRAY[a.started_at + interval '12 ms'],
       ARRAY[$3], ARRAY[$4::integer], ARRAY[$5], ARRAY[NULL], ARRAY[NULL::timestamptz]) r
     WHERE a.event_id = $1 AND a.number = $2`,
    [claimed.event_id, claimed.attempt_number, outcome, httpStatus, response],
  );
}

const failedOne = async (): Promise<{ id: string; transaction: string }> => {
  const transaction = uuidv7();
  const id = await event(transaction);
  await attempt('exhausted', 'Bad\u0007 gateway', 502);
  return { id, transaction };
};

describe('deliveries list', () => {
  it('prints a text when there are no deliveries', async () => {
    expect(await cli.run('deliveries', 'list')).toEqual({ code: 0, out: 'No deliveries.\n', err: '' });
    expect(await cli.json('deliveries', 'list')).toEqual([]);
  });

  it('filters by service, transaction and state, newest first', async () => {
    const [first, second] = [await failedOne(), await failedOne()];
    const ids = async (...options: string[]) => (await cli.json('deliveries', 'list', ...options)).map(({ id }: { id: string }) => id);
    expect((await ids('--limit', '2')) as string[]).toEqual([second.id, first.id]);
    expect(await ids('--transaction', first.transaction)).toEqual([first.id]);
    expect(await ids('--service', service, '--status', 'acknowledged')).toEqual([]);
    const cut = await cli.run('deliveries', 'list', '--service', service, '--status', 'exhausted', '--limit', '1', '--json');
    expect(JSON.parse(cut.out)).toMatchObject([{ id: second.id }]);
    expect(cut.err).toBe('The list ends after 1, and there is more: give a larger --limit.\n');
    expect((await cli.run('deliveries', 'list')).out).toContain(first.transaction);
  });

  it.each([
    [['--status', 'lost'], 2, 'Allowed choices are pending, acknowledged'],
    [['--limit', '0'], 2, 'a whole number from 1 to 1000000'],
    [['--transaction', '1'], 2, 'It must be an id such as'],
    [['--service', '00000000'], 1, 'There is no service 00000000'],
  ])('rejects %j', async (options, code, sentence) => {
    expect(await cli.run('deliveries', 'list', ...options)).toMatchObject({ code, out: '', err: expect.stringContaining(sentence) });
  });
});

describe('deliveries show', () => {
  it('shows the request and the response of each attempt', async () => {
    const { id, transaction } = await failedOne();
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
    const { id } = await failedOne();
    for (const answer of ['second', 'third']) {
      await cli.run('deliveries', 'resend', id);
      await attempt('exhausted', answer, 500);
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
    expect(await cli.run('deliveries', 'show', UNKNOWN)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining(`There is no delivery ${UNKNOWN}`),
    });
    expect((await cli.run('deliveries', 'show', 'x')).code).toBe(2);
  });
});

describe('deliveries resend', () => {
  it('makes a delivery due again and prints what happens next', async () => {
    const { id } = await failedOne();
    expect(await cli.json('deliveries', 'resend', id)).toEqual({ id, outcome: 'sending' });
    const shown = await cli.json('deliveries', 'show', id);
    expect([shown.status, Date.parse(shown.next_attempt_at) <= Date.now()]).toEqual(['pending', true]);
    await attempt('acknowledged', 'OK', 200);
    expect((await cli.json('deliveries', 'show', id)).status).toBe('acknowledged');
  });

  it('keeps the order within a transaction', async () => {
    const transaction = uuidv7();
    const [first, second] = [await event(transaction), await event(transaction)];
    await attempt('exhausted', '', 500);
    await attempt('exhausted', '', 500);
    expect((await cli.json('deliveries', 'resend', first)).outcome).toBe('sending');
    expect((await cli.run('deliveries', 'resend', second)).out).toContain(
      'as soon as the earlier notifications of its transaction are through',
    );
    await attempt('acknowledged', 'OK', 200);
    await attempt('acknowledged', 'OK', 200);
  });

  it('rejects an unknown delivery', async () => {
    expect(await cli.run('deliveries', 'resend', UNKNOWN)).toMatchObject({ code: 1, err: expect.stringContaining('There is no delivery') });
  });
});

describe('deliveries resend of all missed deliveries of a service', () => {
  const ALL = ['--service', '', '--status', 'exhausted', '--status', 'stopped', '--since', '1h'];
  const all = (...more: string[]): string[] => ['deliveries', 'resend', ...ALL.map((text) => text || service), ...more];

  it('prints their number, asks, and resends all of them', async () => {
    const [first, second] = [await failedOne(), await failedOne()];
    const { length } = [
      ...(await cli.json('deliveries', 'list', '--status', 'exhausted', '--limit', '100')),
      ...(await cli.json('deliveries', 'list', '--status', 'stopped', '--limit', '100')),
    ];
    const { code, err } = await cli.run(...all());
    expect([code, err]).toEqual([2, expect.stringContaining(`${length} notifications (exhausted, stopped) of Points (${service}) since`)]);
    expect((await cli.json('deliveries', 'show', first.id)).status).toBe('exhausted');
    const answer = await cli.json(...all('--yes'));
    expect(answer).toMatchObject({ service_id: service, found: length, sending: length, waiting: 0, changed: 0, locked: 0 });
    for (const { id } of [first, second]) expect((await cli.json('deliveries', 'show', id)).status).toBe('pending');
    const [entry] = await cli.json('audit', 'list', '--action', 'delivery.resend', '--subject', service);
    expect(JSON.parse(entry.after)).toEqual({ deliveries: length, statuses: ['exhausted', 'stopped'] });
    expect((await cli.run(...all('--yes'))).out).toContain('There is nothing to send again.');
    for (let left = length; left > 0; left -= 1) await attempt('acknowledged', 'OK', 200);
  });

  it.each([
    [['--service', '0f3a9c21'], 2, 'Name either one delivery by its id'],
    [[UNKNOWN, '--since', '1h'], 2, 'Name either one delivery by its id'],
    [['--service', '0f3a9c21', '--status', 'acknowledged', '--since', '1h'], 2, 'Allowed choices are waiting, exhausted'],
    [['--service', '00000000', '--status', 'stopped', '--since', '1h'], 1, 'There is no service 00000000'],
  ])('rejects %j', async (options, code, sentence) => {
    expect(await cli.run('deliveries', 'resend', ...options)).toMatchObject({ code, out: '', err: expect.stringContaining(sentence) });
  });
});

describe('deliveries endpoints', () => {
  /** Records an attempt in the past, which only counts for the state of the endpoint. */
  const ended = (id: string, outcome: 'failed' | 'acknowledged', at: string): Promise<unknown> =>
    database.query(
      `SELECT * FROM webhook_record(ARRAY[$1::uuid], ARRAY[999], ARRAY[$3::timestamptz], ARRAY[$3::timestamptz],
         ARRAY[$2], ARRAY[NULL::integer], ARRAY[NULL], ARRAY[NULL], ARRAY[NULL::timestamptz])`,
      [id, outcome, at],
    );

  it('shows failing and paused endpoints, and when their states changed', async () => {
    expect(await cli.json('deliveries', 'endpoints')).toEqual({ endpoints: [], changes: [] });
    const id = await event(uuidv7());
    const tries = Array.from({ length: 10 }, (_, index) => `2026-11-${11 + index}T12:00:00Z`);
    for (const at of tries) await ended(id, 'failed', at);
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
    await ended(id, 'acknowledged', '2026-11-20T13:05:00Z');
    expect((await cli.json('deliveries', 'endpoints')).changes).toMatchObject([{ state: 'resumed' }, ...changes]);
    const waits = "UPDATE webhook_delivery SET next_attempt_at = now() + interval '1 day', attempt_count = 1 WHERE event_id = $1";
    await database.query(waits, [id]);
    expect((await cli.json('deliveries', 'endpoints')).endpoints).toMatchObject([{ state: 'working', waiting: endpoints[0].waiting }]);
    await database.query('UPDATE webhook_delivery SET next_attempt_at = created_at WHERE event_id = $1', [id]);
    expect((await cli.run('deliveries', 'endpoints')).out).toMatch(/Failing, paused, or with deliveries that wait\n─+\nnone\n\nChanges\n/);
  });
});
