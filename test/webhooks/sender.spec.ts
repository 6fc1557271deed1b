import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RealSystemClock } from '../../src/common/time/clocks.js';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { NotificationSender } from '../../src/platform/webhooks/delivery/notification-sender.js';
import { OK, Receiver } from '../support/receiver.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { until } from '../support/until.js';
import { LIMIT_MS, timeLimit } from './support/time-limit.js';

const BODY = '{"text":"zażółć"}';

const senderFor = (allowed: string): NotificationSender =>
  new NotificationSender(
    readEnvironment({ DATABASE_URL: 'postgres://unused', ENCRYPTION_KEYS, WEBHOOK_ALLOWED_NETWORKS: allowed }),
    new RealSystemClock(),
  );

describe('sending to an address', () => {
  let receiver: Receiver;
  const senders = { strict: senderFor('192.0.2.0/24'), loopback: senderFor('127.0.0.0/8,::1') };
  beforeAll(async () => {
    receiver = await Receiver.start();
  });
  afterAll(async () => {
    await receiver.close();
    for (const sender of Object.values(senders)) await sender.onApplicationShutdown();
  });
  const send = (sender: NotificationSender, url: string) => sender.send({ url, headers: { 'webhook-id': '1' }, body: BODY });

  it('sends the exact bytes', async () => {
    receiver.answer(OK);
    await expect(send(senders.loopback, `${receiver.url}/a?b=c`)).resolves.toMatchObject({
      outcome: 'acknowledged',
      httpStatus: 200,
      excerpt: 'OK',
    });
    expect(receiver.requests.at(-1)).toMatchObject({
      body: BODY,
      path: '/a?b=c',
      headers: { 'content-length': String(Buffer.byteLength(BODY)) },
    });
  });

  it('resolves a name and connects to what it checked', async () => {
    const { port } = new URL(receiver.url);
    const before = receiver.requests.length;
    await expect(send(senders.loopback, `http://localhost:${port}/`)).resolves.toMatchObject({ outcome: 'acknowledged' });
    await expect(send(senders.strict, `http://localhost:${port}/`)).resolves.toMatchObject({
      outcome: 'failed',
      errorCode: 'TARGET_FORBIDDEN',
    });
    expect(receiver.requests).toHaveLength(before + 1);
  });

  it.each(['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::ffff:127.0.0.1]'])(
    'refuses %s without connecting',
    async (host) => {
      const before = receiver.requests.length;
      await expect(send(senders.strict, `http://${host}:${new URL(receiver.url).port}/`)).resolves.toMatchObject({
        errorCode: 'TARGET_FORBIDDEN',
        httpStatus: null,
      });
      expect(receiver.requests).toHaveLength(before);
    },
  );

  it.each([
    ['ftp://127.0.0.1/', 'NOT_HTTP'],
    ['http://user:secret@127.0.0.1/', 'HAS_CREDENTIALS'],
    ['notify', 'NOT_A_URL'],
  ])('refuses %s', async (url, errorCode) => {
    await expect(send(senders.loopback, url)).resolves.toMatchObject({ outcome: 'failed', errorCode });
  });

  it('does not follow a redirect, wherever it leads', async () => {
    const before = receiver.requests.length;
    receiver.answer({ status: 307, headers: { location: `${receiver.url}/elsewhere`, 'retry-after': '7' } });
    await expect(send(senders.loopback, receiver.url)).resolves.toMatchObject({
      outcome: 'not_acknowledged',
      httpStatus: 307,
      retryAfterMs: 7000,
    });
    expect(receiver.requests).toHaveLength(before + 1);
  });

  it('says in one word what went wrong', async () => {
    receiver.answer({ reset: true });
    await expect(send(senders.loopback, receiver.url)).resolves.toMatchObject({ outcome: 'failed', errorCode: 'CONNECTION_CLOSED' });
    await expect(send(senders.loopback, 'http://127.0.0.1:1/')).resolves.toMatchObject({ outcome: 'failed', errorCode: 'ECONNREFUSED' });
  });

  it('gives up on a receiver that does not answer, and on one whose answer does not end', async () => {
    receiver.answer({ hold: true }, { ...OK, endless: true });
    const { limit, runOut } = timeLimit();
    const before = receiver.requests.length;
    let begun = 0;
    const countBegun = (): void => void (begun += 1);
    subscribe('undici:request:headers', countBegun);
    void until(
      () => begun === 1 && receiver.requests.length === before + 2,
      (all) => all,
    ).then(runOut, runOut);
    const answers = await Promise.all([send(senders.loopback, receiver.url), send(senders.loopback, receiver.url)]);
    unsubscribe('undici:request:headers', countBegun);
    expect(limit.mock.calls).toEqual([[LIMIT_MS], [LIMIT_MS]]);
    limit.mockRestore();
    expect(answers.map(({ outcome, errorCode, httpStatus }) => [outcome, errorCode, httpStatus])).toEqual(
      expect.arrayContaining([
        ['failed', 'TIMEOUT', null],
        ['failed', 'TIMEOUT', 200],
      ]),
    );
  });
});
