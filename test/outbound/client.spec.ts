import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RealSystemClock } from '../../src/common/time/clocks.js';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { OutboundClient } from '../../src/platform/outbound/outbound-client.js';
import { PeerCertificates } from '../../src/platform/outbound/peer-certificates.js';
import { STORED_RESPONSE_BYTES } from '../../src/platform/outbound/response-text.js';
import { OK, Receiver } from '../support/receiver.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { until } from '../support/until.js';
import { DELIVERY_TIMEOUT_MS, controlTimeLimit } from '../support/time-limit.js';

const BODY = '{"text":"zażółć"}';

const clientFor = (allowed: string): OutboundClient =>
  new OutboundClient(
    readEnvironment({ DATABASE_URL: 'postgres://unused', ENCRYPTION_KEYS, WEBHOOK_ALLOWED_NETWORKS: allowed }),
    new RealSystemClock(),
    new PeerCertificates(new RealSystemClock()),
  );

describe('a POST to a partner’s URL', () => {
  let receiver: Receiver;
  const clients = { strict: clientFor('192.0.2.0/24'), loopback: clientFor('127.0.0.0/8,::1') };
  beforeAll(async () => {
    receiver = await Receiver.start();
  });
  afterAll(async () => {
    await receiver.close();
    for (const client of Object.values(clients)) await client.onApplicationShutdown();
  });
  const send = (client: OutboundClient, url: string) => client.post({ serviceId: 'A', url, headers: { 'webhook-id': '1' }, body: BODY });

  it('sends the exact bytes', async () => {
    receiver.setResponses(OK);
    await expect(send(clients.loopback, `${receiver.url}/a?b=c`)).resolves.toMatchObject({
      httpStatus: 200,
      excerpt: 'OK',
      errorCode: null,
    });
    expect(receiver.requests.at(-1)).toMatchObject({
      body: BODY,
      path: '/a?b=c',
      headers: { 'content-length': String(Buffer.byteLength(BODY)) },
    });
  });

  it('resolves a host name and connects only to the checked address', async () => {
    const { port } = new URL(receiver.url);
    const before = receiver.requests.length;
    await expect(send(clients.loopback, `http://localhost:${port}/`)).resolves.toMatchObject({ httpStatus: 200, excerpt: 'OK' });
    await expect(send(clients.strict, `http://localhost:${port}/`)).resolves.toMatchObject({
      excerpt: null,
      errorCode: 'TARGET_FORBIDDEN',
    });
    expect(receiver.requests).toHaveLength(before + 1);
  });

  it.each(['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::ffff:127.0.0.1]'])(
    'rejects the host %s without connecting',
    async (host) => {
      const before = receiver.requests.length;
      await expect(send(clients.strict, `http://${host}:${new URL(receiver.url).port}/`)).resolves.toMatchObject({
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
  ])('rejects the URL %s', async (url, errorCode) => {
    await expect(send(clients.loopback, url)).resolves.toMatchObject({ httpStatus: null, excerpt: null, errorCode });
  });

  it('sends the gateway’s user agent and the headers of the caller', async () => {
    receiver.setResponses(OK);
    await send(clients.loopback, receiver.url);
    expect(receiver.requests.at(-1)).toMatchObject({
      method: 'POST',
      headers: { 'user-agent': expect.stringMatching(/^PaymentGateway-IPN\//), 'webhook-id': '1' },
    });
  });

  it('stores the start of a response that is too long, and reports RESPONSE_TOO_LONG', async () => {
    receiver.setResponses({ ...OK, body: 'x'.repeat(STORED_RESPONSE_BYTES + 1) });
    await expect(send(clients.loopback, receiver.url)).resolves.toEqual({
      httpStatus: 200,
      excerpt: 'x'.repeat(STORED_RESPONSE_BYTES),
      errorCode: 'RESPONSE_TOO_LONG',
      retryAfterMs: null,
    });
  });

  it('opens no connection after the shutdown', async () => {
    const client = clientFor('127.0.0.0/8');
    const before = receiver.requests.length;
    await client.onApplicationShutdown();
    await expect(send(client, receiver.url)).resolves.toMatchObject({ httpStatus: null, errorCode: 'UND_ERR_DESTROYED' });
    expect(receiver.requests).toHaveLength(before);
  });

  it('does not follow a redirect', async () => {
    const before = receiver.requests.length;
    receiver.setResponses({ status: 307, headers: { location: `${receiver.url}/elsewhere`, 'retry-after': '7' } });
    await expect(send(clients.loopback, receiver.url)).resolves.toMatchObject({
      httpStatus: 307,
      excerpt: '',
      errorCode: null,
      retryAfterMs: 7000,
    });
    expect(receiver.requests).toHaveLength(before + 1);
  });

  it('reports a failed connection with an error code', async () => {
    receiver.setResponses({ reset: true });
    await expect(send(clients.loopback, receiver.url)).resolves.toMatchObject({
      httpStatus: null,
      excerpt: null,
      errorCode: 'CONNECTION_CLOSED',
    });
    await expect(send(clients.loopback, 'http://127.0.0.1:1/')).resolves.toMatchObject({
      httpStatus: null,
      excerpt: null,
      errorCode: 'ECONNREFUSED',
    });
  });

  it('times out when the receiver does not respond, or its response does not end', async () => {
    receiver.setResponses({ hold: true }, { ...OK, endless: true });
    const { limit, runOut } = controlTimeLimit();
    const before = receiver.requests.length;
    let headersRead = 0;
    const countHeaders = (): void => void (headersRead += 1);
    subscribe('undici:request:headers', countHeaders);
    void until(
      () => headersRead === 1 && receiver.requests.length === before + 2,
      (done) => done,
    ).then(runOut, runOut);
    const responses = await Promise.all([send(clients.loopback, receiver.url), send(clients.loopback, receiver.url)]);
    unsubscribe('undici:request:headers', countHeaders);
    expect(limit.mock.calls).toEqual([[DELIVERY_TIMEOUT_MS], [DELIVERY_TIMEOUT_MS]]);
    limit.mockRestore();
    expect(responses.map(({ excerpt, errorCode, httpStatus }) => [excerpt, errorCode, httpStatus])).toEqual(
      expect.arrayContaining([
        [null, 'TIMEOUT', null],
        [null, 'TIMEOUT', 200],
      ]),
    );
  });
});
