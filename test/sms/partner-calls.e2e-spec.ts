import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Pool } from 'pg';
import { pino } from 'pino';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { SystemClock } from '../../src/common/time/clocks.js';
import { DatabaseClock } from '../../src/runtime/clock/database-clock.js';
import { Environment } from '../../src/runtime/config/environment.js';
import { WalletQuery } from '../../src/platform/ledger/wallet.query.js';
import { CallPartnerService } from '../../src/products/sms/partner-calls/call-partner.service.js';
import { RetryPartnerCallsService } from '../../src/products/sms/partner-calls/retry-partner-calls.service.js';
import { PartnerCallStore } from '../../src/products/sms/partner-calls/partner-call-store.js';
import { REQUEST_TIMEOUT_MS } from '../../src/platform/outbound/outbound-client.js';
import { EndpointSlots } from '../../src/platform/outbound/dispatch/endpoint-slots.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { PartnerProgram, smsResponse } from './partner-program.js';
import { createSmsShop, GATEWAY_SECRET, newMessageId, PHONE, type SmsShop } from './sms-shop.js';

let world: World;
let program: PartnerProgram;
let shop: SmsShop;
beforeAll(async () => {
  // Without a worker: partner calls are repeated only when a test runs RetryPartnerCallsService.
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  program = await PartnerProgram.start();
  shop = await createSmsShop(world, { type: 'API_URL', apiUrl: program.url });
});
afterAll(async () => {
  await world.stop();
  await program.close();
});
beforeEach(async () => {
  // On a slow machine, calls of an earlier test could become due.
  await world.database.query("UPDATE sms_partner_call SET state = 'stopped', next_attempt_at = NULL WHERE state = 'waiting'");
  program.calls.length = 0;
  program.behaviour = (response) => void response.end(smsResponse('Welcome'));
});

const DEFAULT_REPLY = /^Dziekujemy, wiadomosc zostala przyjeta\./;

interface CallRow {
  state: string;
  attempts: number;
  next: Date | null;
  problem: string | null;
}
const callOf = async (messageId: string): Promise<CallRow | undefined> =>
  (
    await world.database.query<CallRow[]>(
      `SELECT c.state, c.attempts, c.next_attempt_at AS next, c.last_problem AS problem
       FROM sms_partner_call c JOIN sms_transaction t ON t.id = c.transaction_id WHERE t.message_id = $1`,
      [messageId],
    )
  )[0];
const makeDue = async (messageId: string): Promise<void> => {
  await world.database.query(
    `UPDATE sms_partner_call SET next_attempt_at = now() - interval '1 hour'
     WHERE next_attempt_at IS NOT NULL AND transaction_id = (SELECT id FROM sms_transaction WHERE message_id = $1)`,
    [messageId],
  );
};
const attemptsOf = async (messageId: string): Promise<number> => (await callOf(messageId))?.attempts ?? NaN;
/** Makes the partner call of one message due, runs the due calls and waits until the call was repeated. */
const repeat = async (messageId: string): Promise<void> => {
  const before = await attemptsOf(messageId);
  await makeDue(messageId);
  await world.get(RetryPartnerCallsService).run();
  await until(
    () => attemptsOf(messageId),
    (attempts) => attempts > before,
  );
};

describe('a partner call', () => {
  it('is signed, and the payer gets the text of the response', async () => {
    const id = newMessageId();
    const text = `${shop.keyword} zażółć & <b> 🎮`;
    const response = await shop.receive({ id, to: 7255, text, time: '2024-01-02T03:04:05+01:00' });
    expect([response.status, response.text]).toEqual([200, 'Welcome']);

    const transaction = (await shop.get('/transactions')).body.data[0];
    const [call] = program.calls;
    const values = {
      sms_id: String(transaction.id),
      sms_text: text,
      sms_from: PHONE,
      send_number: '7255',
      send_time: '2024-01-02T03:04:05+01:00',
    };
    const sign = createHash('sha256')
      .update(Object.values(values).join('') + (await shop.ipnKey()))
      .digest('hex');
    expect(call).toEqual({ form: { ...values, sign }, contentType: 'application/x-www-form-urlencoded' });
    expect(transaction).toMatchObject({ code: '', used: false, send_number: 7255 });
    expect(await callOf(id)).toMatchObject({ state: 'answered', attempts: 1, next: null });
    expect((await world.get(WalletQuery).readBalance(shop.partnerId)).pendingMinor).toBe(100);
  });

  it('is made once for a message that arrives twenty times concurrently, and all twenty wait for its text with few database reads', async () => {
    const responses: ServerResponse[] = [];
    program.behaviour = (response) => void responses.push(response);
    const statements = jest.spyOn((world.database.driver as PostgresDriver).master as Pool, 'query');
    const reads = (): number => statements.mock.calls.filter((call) => JSON.stringify(call).includes('sms_inbound_reply')).length;
    const id = newMessageId();
    const requests = times(20, () => shop.receive({ id }));
    await until(reads, (count) => count >= 5); // by then, all requests wait for the reply
    for (const response of responses) response.end(smsResponse('Slow but sure'));
    expect(new Set((await Promise.all(requests)).map(({ text }) => text))).toEqual(new Set(['Slow but sure']));
    expect(program.calls).toHaveLength(1);
    expect(reads()).toBeLessThan(15); // for all twenty messages together
    jest.restoreAllMocks();
  });

  it.each([
    ['entities of XML itself', smsResponse('A &amp; B &lt;3 &quot;x&quot; &#65;'), 'A & B <3 "x" A'],
    ['CDATA', smsResponse('<![CDATA[A & B]]>'), 'A & B'],
    ['line breaks', smsResponse('\n  one\n  two  '), 'one two'],
    ['attributes and other members', '<sms-response version="1"><other>x</other><sms-text lang="pl">ok</sms-text></sms-response>', 'ok'],
    ['160 characters', smsResponse('x'.repeat(160)), 'x'.repeat(160)],
    ['a byte order mark', `\ufeff${smsResponse('ok')}`, 'ok'],
  ])('accepts a response with %s', async (_, body, text) => {
    program.respondAlwaysWith(200, body, { 'Content-Type': 'text/html' });
    expect((await shop.receive()).text).toBe(text);
  });
});

describe('a response without a text for an SMS', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${smsResponse('&b;').slice(39)}`;
  const external = `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><sms-response><sms-text>&f;</sms-text></sms-response>`;

  it.each([
    ['is not XML', 200, 'OK', 'UNUSABLE_RESPONSE'],
    ['is empty', 200, '', 'UNUSABLE_RESPONSE'],
    ['is broken XML', 200, '<sms-response><sms-text>x</sms-response>', 'UNUSABLE_RESPONSE'],
    ['has no text', 200, smsResponse(''), 'UNUSABLE_RESPONSE'],
    ['has another root', 200, '<response><sms-text>x</sms-text></response>', 'UNUSABLE_RESPONSE'],
    ['is 161 characters long', 200, smsResponse('x'.repeat(161)), 'UNUSABLE_RESPONSE'],
    ['is not ASCII', 200, smsResponse('zażółć'), 'UNUSABLE_RESPONSE'],
    ['has control characters', 200, smsResponse('&#7;'), 'UNUSABLE_RESPONSE'],
    ['declares entities', 200, bomb, 'UNUSABLE_RESPONSE'],
    ['refers to a file', 200, external, 'UNUSABLE_RESPONSE'],
    ['uses an undeclared entity', 200, smsResponse('&nbsp;'), 'UNUSABLE_RESPONSE'],
    ['is larger than 16 KiB', 200, smsResponse(`x<!-- ${'x '.repeat(10_000)} -->`), 'RESPONSE_TOO_LONG'],
    ['is bytes', 200, Buffer.from([0xff, 0xfe, 0x00, 0x01]), 'UNUSABLE_RESPONSE'],
    ['is a redirect', 302, smsResponse('x'), 'STATUS_302'],
    ['is a 201', 201, smsResponse('x'), 'STATUS_201'],
    ['is an error', 500, smsResponse('x'), 'STATUS_500'],
  ])('that %s makes the default text the reply, and the call is repeated', async (_, status, body, problem) => {
    program.respondAlwaysWith(status, body, { Location: program.url });
    const id = newMessageId();
    expect((await shop.receive({ id })).text).toMatch(DEFAULT_REPLY);
    expect(await callOf(id)).toMatchObject({ state: 'waiting', attempts: 1, problem });
  });

  it('leaves the default text as the reply for a repeated message, even if a later call succeeds', async () => {
    program.respondAlwaysWith(500, '');
    const id = newMessageId();
    const first = await shop.receive({ id });
    program.respondAlwaysWith(200, smsResponse('Too late'));
    await repeat(id);
    expect(await callOf(id)).toMatchObject({ state: 'answered', attempts: 2 });
    expect((await shop.receive({ id })).text).toBe(first.text);
    expect((await shop.get('/transactions?perPage=100')).body.data.filter((row: { code: string }) => row.code !== '')).toEqual([]);
  });
});

describe('a partner’s program', () => {
  it('that is unreachable makes the default text the reply, and is called again', async () => {
    const unreachableShop = await createSmsShop(world, { type: 'API_URL', apiUrl: 'http://127.0.0.1:9/nobody' });
    const id = newMessageId();
    expect((await unreachableShop.receive({ id })).text).toMatch(DEFAULT_REPLY);
    expect(await callOf(id)).toMatchObject({ state: 'waiting', attempts: 1, problem: expect.any(String) });
  });

  it.each([
    'http://10.0.0.1/sms',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]:1/',
    'http://0xa9fea9fe/',
    'http://[::ffff:10.0.0.1]/',
  ])('is not called at the forbidden URL %s', async (apiUrl) => {
    const forbiddenShop = await createSmsShop(world, { type: 'API_URL', apiUrl });
    const id = newMessageId();
    expect((await forbiddenShop.receive({ id })).text).toMatch(DEFAULT_REPLY);
    expect((await callOf(id))?.problem).toBe('TARGET_FORBIDDEN');
  });

  it('is called again on the retry schedule of notifications, with the same values', async () => {
    program.respondAlwaysWith(503, '');
    const id = newMessageId();
    const now = new Date();
    const clock = jest.spyOn(world.get(SystemClock), 'now').mockReturnValue(now);
    const delayMs = async (): Promise<number> => ((await callOf(id))?.next?.getTime() ?? 0) - now.getTime();
    await shop.receive({ id });
    expect(await delayMs()).toBeGreaterThanOrEqual(4_500);
    expect(await delayMs()).toBeLessThanOrEqual(5_500);
    await repeat(id);
    expect(await delayMs()).toBeGreaterThanOrEqual(27_000);
    expect(await delayMs()).toBeLessThanOrEqual(33_000);
    clock.mockRestore();
    expect(new Set(program.calls.map(({ form }) => JSON.stringify(form))).size).toBe(1);
    expect(program.calls).toHaveLength(2);
  });

  it('is no longer called after the last step of the schedule, or after a 410', async () => {
    const ownShop = await createSmsShop(world, { type: 'API_URL', apiUrl: program.url });
    await world.database.query("UPDATE service SET retry_schedule_seconds = '{0,1}' WHERE id = $1", [ownShop.serviceId]);
    program.respondAlwaysWith(500, '');
    const id = newMessageId();
    await ownShop.receive({ id });
    await repeat(id);
    expect(await callOf(id)).toMatchObject({ state: 'exhausted', attempts: 2, next: null });

    program.respondAlwaysWith(410, '');
    const idOf410 = newMessageId();
    await ownShop.receive({ id: idOf410 });
    expect(await callOf(idOf410)).toMatchObject({ state: 'stopped', attempts: 1, next: null });
  });

  it('is called once when several workers run at the same time', async () => {
    program.respondAlwaysWith(500, '');
    const id = newMessageId();
    await shop.receive({ id });
    await makeDue(id);
    program.respondAlwaysWith(200, smsResponse('ok'));
    program.calls.length = 0;
    const workers = times(
      5,
      () =>
        new RetryPartnerCallsService(
          world.get(PartnerCallStore),
          world.get(CallPartnerService),
          world.get(DatabaseClock),
          new EndpointSlots(world.get(Environment)),
          pino({ level: 'silent' }),
        ),
    );
    await Promise.all(workers.map((worker) => worker.run()));
    await until(
      () => attemptsOf(id),
      (attempts) => attempts === 2,
    );
    await Promise.all(workers.map((worker) => worker.onModuleDestroy()));
    expect(program.calls.filter(({ form }) => form['sms_text'] === shop.keyword)).toHaveLength(1);
    expect(await callOf(id)).toMatchObject({ state: 'answered', attempts: 2 });
  });

  it('is not called by another process while a call takes as long as its timeout', async () => {
    program.respondAlwaysWith(500, '');
    const id = newMessageId();
    await shop.receive({ id });
    await makeDue(id);
    const store = world.get(PartnerCallStore);
    await expect(store.claimDue(shop.serviceId, 1)).resolves.toMatchObject({ items: [{ serviceId: shop.serviceId }] });
    const clock = jest.spyOn(world.get(SystemClock), 'now').mockReturnValue(new Date(Date.now() + REQUEST_TIMEOUT_MS));
    await expect(store.claimDue(shop.serviceId, 1)).resolves.toEqual({ items: [], drained: true });
    clock.mockRestore();
  });

  it('is called by a worker when the process that received the message crashed before the call', async () => {
    const id = newMessageId();
    await shop.receive({ id });
    // The state after a crash between the commit and the call: no call was made, and the message has no reply.
    await world.database.query(
      `WITH reply AS (UPDATE sms_inbound SET reply = NULL WHERE message_id = $1)
       UPDATE sms_partner_call SET state = 'waiting', attempts = 0, next_attempt_at = now() - interval '1 second'
       WHERE transaction_id = (SELECT id FROM sms_transaction WHERE message_id = $1)`,
      [id],
    );
    program.calls.length = 0;
    await world.get(RetryPartnerCallsService).run();
    await until(
      () => attemptsOf(id),
      (attempts) => attempts === 1,
    );
    expect(program.calls).toHaveLength(1);
    expect(await callOf(id)).toMatchObject({ state: 'answered', attempts: 1 });
  });
});

describe('the service of a partner call', () => {
  const violatedColumn = (sql: string, values: unknown[]): Promise<unknown> =>
    world.asOwner(sql, values).then(
      () => null,
      (error: { column?: string }) => error.column,
    );
  const transactionOf = async (messageId: string): Promise<string> =>
    (await world.database.query<{ id: string }[]>('SELECT id FROM sms_transaction WHERE message_id = $1', [messageId]))[0]?.id ?? '';

  it('is always the service of the transaction, whatever the insert contains', async () => {
    const id = newMessageId();
    await shop.receive({ id });
    const transaction = await transactionOf(id);
    await world.asOwner('DELETE FROM sms_partner_call WHERE transaction_id = $1', [transaction]);
    await world.database.query(
      "INSERT INTO sms_partner_call (transaction_id, state, next_attempt_at, service_id) VALUES ($1, 'waiting', now(), 'another')",
      [transaction],
    );
    const [call] = await world.database.query<{ service_id: string }[]>(
      'SELECT service_id FROM sms_partner_call WHERE transaction_id = $1',
      [transaction],
    );
    expect(call?.service_id).toBe(shop.serviceId);
    expect(await violatedColumn('UPDATE sms_partner_call SET service_id = NULL WHERE transaction_id = $1', [transaction])).toBe(
      'service_id',
    );
  });
});

describe('a slow partner’s program', () => {
  it('does not delay the payer’s reply by more than ten seconds', async () => {
    program.behaviour = () => undefined; // never responds
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const timeoutMock = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === 10_000 ? 250 : ms));
    const id = newMessageId();
    expect((await shop.receive({ id })).text).toMatch(DEFAULT_REPLY);
    timeoutMock.mockRestore();
    expect(await callOf(id)).toMatchObject({ state: 'waiting', attempts: 1, problem: 'TIMEOUT' });
  });
});
