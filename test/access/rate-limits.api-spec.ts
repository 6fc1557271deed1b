import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HttpResponse, HttpRequest } from '../support/http-client.js';
import { count, times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let crowded: World;
beforeAll(async () => {
  [world, crowded] = await Promise.all([
    startWorld({ RATE_LIMIT_PER_TOKEN: '40', RATE_LIMIT_CODES_PER_ADDRESS: '30', TRUST_PROXY: '127.0.0.1' }),
    startWorld({ RATE_LIMIT_PER_ADDRESS: '25', RATE_LIMIT_PER_CONNECTOR: '35', TRUST_PROXY: '127.0.0.1' }),
  ]);
});
afterAll(() => Promise.all([world.stop(), crowded.stop()]));

const from = (address: string, call: HttpRequest = {}): HttpRequest => ({
  ...call,
  headers: { 'X-Forwarded-For': address, ...call.headers },
});

describe('requests per token', () => {
  it('beyond the limit are 429 with Retry-After, and another token goes on', async () => {
    const [busy, calm] = [await world.partner(), await world.partner()];
    const answers = await Promise.all(times(60, () => busy.get()));
    expect([count(answers, 200), count(answers, 429)]).toEqual([40, 20]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toEqual({ success: false, errorCode: 'TOO_MANY_REQUESTS' });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await calm.get()).status).toBe(200);
  });
});

describe('requests per address', () => {
  const ask = (address: string, path = '/ip'): Promise<HttpResponse> => crowded.http.get(path, from(address));

  it('are limited before authentication, each address by itself', async () => {
    const answers = await Promise.all(times(40, () => ask('198.51.100.1')));
    expect([count(answers, 200), count(answers, 429)]).toEqual([25, 15]);
    expect((await ask('198.51.100.2')).status).toBe(200);
  });

  it('are limited for a /64 of IPv6 together, whichever of its addresses they come from', async () => {
    const answers = await Promise.all(times(40, (i) => ask(`2001:db8:1:1::${i.toString(16)}`)));
    expect([count(answers, 200), count(answers, 429)]).toEqual([25, 15]);
    expect((await ask('2001:db8:1:2::1')).status).toBe(200);
    const [rows] = await crowded.database.query("SELECT count(*)::int AS n FROM rate_limit WHERE key LIKE 'request-address:%'");
    expect(rows.n).toBeLessThan(10); // not one for each address
  });

  it('are limited together however an IPv4 address is spelled', async () => {
    const answers = await Promise.all(times(40, (i) => ask(i % 2 === 0 ? '198.51.100.9' : '::ffff:198.51.100.9')));
    expect([count(answers, 200), count(answers, 429)]).toEqual([25, 15]);
  });

  it('probes are never refused', async () => {
    const answers = await Promise.all(times(40, () => ask('198.51.100.3', '/healthz')));
    expect(count(answers, 200)).toBe(40);
  });

  it('connectors have a limit of their own, which payers and partners at the same address do not feel', async () => {
    const answers = await Promise.all(times(50, () => crowded.http.post('/connectors/sms/inbound', from('198.51.100.4'))));
    expect([count(answers, 401), count(answers, 429)]).toEqual([35, 15]);
    expect((await ask('198.51.100.4')).status).toBe(200);
  });
});

describe('codes by SMS', () => {
  it('are limited for a /64 of IPv6 together', async () => {
    const shop = await world.partner();
    const send = async (index: number): Promise<{ status: number }> => {
      const id = (await shop.create()).body.data.transactionId as string;
      return fetch(`${world.http.baseUrl}/pay/directbilling/${id}/number`, {
        method: 'POST',
        headers: { 'X-Forwarded-For': `2001:db8:2:2::${(index + 1).toString(16)}` },
        body: new URLSearchParams({ operator: 'orange', phone: String(601_610_100 + index) }),
        redirect: 'manual',
      });
    };
    const answers: { status: number }[] = [];
    while (answers.length < 33) answers.push(await send(answers.length));
    expect([count(answers, 303), count(answers, 429)]).toEqual([30, 3]);
  });
});
