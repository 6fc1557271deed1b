import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HttpResponse, HttpRequest } from '../support/http-client.js';
import { countStatus, times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let limitedPerAddress: World;
beforeAll(async () => {
  [world, limitedPerAddress] = await Promise.all([
    startWorld({ RATE_LIMIT_PER_TOKEN: '40', RATE_LIMIT_CODES_PER_ADDRESS: '30', TRUST_PROXY: '127.0.0.1' }),
    startWorld({ RATE_LIMIT_PER_ADDRESS: '25', RATE_LIMIT_PER_CONNECTOR: '35', TRUST_PROXY: '127.0.0.1' }),
  ]);
});
afterAll(() => Promise.all([world.stop(), limitedPerAddress.stop()]));

/** A request that a trusted proxy forwards from this address. */
const from = (address: string, call: HttpRequest = {}): HttpRequest => ({
  ...call,
  headers: { 'X-Forwarded-For': address, ...call.headers },
});

describe('requests per token', () => {
  it('get 429 with Retry-After beyond the limit, while another token is still accepted', async () => {
    const [limitedShop, otherShop] = [await world.createPartnerShop(), await world.createPartnerShop()];
    const responses = await Promise.all(times(60, () => limitedShop.get()));
    expect([countStatus(responses, 200), countStatus(responses, 429)]).toEqual([40, 20]);
    const rejected = responses.find(({ status }) => status === 429);
    expect(rejected?.body).toEqual({ success: false, errorCode: 'TOO_MANY_REQUESTS' });
    expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await otherShop.get()).status).toBe(200);
  });
});

describe('requests per address', () => {
  const send = (address: string, path = '/ip'): Promise<HttpResponse> => limitedPerAddress.http.get(path, from(address));

  it('are limited before authentication, each address separately', async () => {
    const responses = await Promise.all(times(40, () => send('198.51.100.1')));
    expect([countStatus(responses, 200), countStatus(responses, 429)]).toEqual([25, 15]);
    expect((await send('198.51.100.2')).status).toBe(200);
  });

  it('are limited for all addresses of an IPv6 /64 together', async () => {
    const responses = await Promise.all(times(40, (i) => send(`2001:db8:1:1::${i.toString(16)}`)));
    expect([countStatus(responses, 200), countStatus(responses, 429)]).toEqual([25, 15]);
    expect((await send('2001:db8:1:2::1')).status).toBe(200);
    const [rows] = await limitedPerAddress.database.query("SELECT count(*)::int AS n FROM rate_limit WHERE key LIKE 'request-address:%'");
    expect(rows.n).toBeLessThan(10); // the table has no row for each of the 40 addresses
  });

  it('are limited together for all spellings of an IPv4 address', async () => {
    const responses = await Promise.all(times(40, (i) => send(i % 2 === 0 ? '198.51.100.9' : '::ffff:198.51.100.9')));
    expect([countStatus(responses, 200), countStatus(responses, 429)]).toEqual([25, 15]);
  });

  it('are not limited for probes', async () => {
    const responses = await Promise.all(times(40, () => send('198.51.100.3', '/healthz')));
    expect(countStatus(responses, 200)).toBe(40);
  });

  it('have a separate limit for connector routes, which does not affect payers and partners at the same address', async () => {
    const responses = await Promise.all(times(50, () => limitedPerAddress.http.post('/connectors/sms/inbound', from('198.51.100.4'))));
    expect([countStatus(responses, 401), countStatus(responses, 429)]).toEqual([35, 15]);
    expect((await send('198.51.100.4')).status).toBe(200);
  });
});

describe('codes by SMS', () => {
  it('are limited for an IPv6 /64 together', async () => {
    const shop = await world.createPartnerShop();
    const requestCode = async (index: number): Promise<{ status: number }> => {
      const id = (await shop.create()).body.data.transactionId as string;
      return fetch(`${world.http.baseUrl}/pay/directbilling/${id}/number`, {
        method: 'POST',
        headers: { 'X-Forwarded-For': `2001:db8:2:2::${(index + 1).toString(16)}` },
        body: new URLSearchParams({ operator: 'orange', phone: String(601_610_100 + index) }),
        redirect: 'manual',
      });
    };
    const responses: { status: number }[] = [];
    while (responses.length < 33) responses.push(await requestCode(responses.length));
    expect([countStatus(responses, 303), countStatus(responses, 429)]).toEqual([30, 3]);
  });
});
