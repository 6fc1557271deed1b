import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FaultWorld, startFaultWorld } from '../faults/support/fault-world.js';
import type { GatewayProcess } from '../faults/support/gateway-process.js';
import type { HttpResponse, HttpRequest } from '../support/http-client.js';
import type { Shop } from '../support/shop.js';
import { countStatus, times } from '../support/times.js';
import { until } from '../support/until.js';

const LIMITS = { RATE_LIMIT_PER_TOKEN: '200', RATE_LIMIT_PER_ADDRESS: '100', RATE_LIMIT_FAILED_AUTH: '10' };
/** One partner may use all connections. Otherwise requests would be rejected because too many requests of the partner wait for one. */
const CONNECTIONS = { DATABASE_POOL_CALLER_SHARE: '100' };

let world: FaultWorld;
let firstProcess: GatewayProcess;
let secondProcess: GatewayProcess;
beforeAll(async () => {
  world = await startFaultWorld();
  const start = (): Promise<GatewayProcess> => world.gateway('api', { ...LIMITS, ...CONNECTIONS, TRUST_PROXY: '127.0.0.1' });
  [firstProcess, secondProcess] = await Promise.all([start(), start()]);
});
afterAll(() => world.stop());

const from = (address: string, call: HttpRequest = {}): HttpRequest => ({ ...call, headers: { 'X-Forwarded-For': address } });
const addressOf = (index: number): string => `203.0.113.${index % 200}`;

describe('a rate limit that two processes share', () => {
  let shop: Shop;
  let otherKeys: string[];
  beforeEach(async () => {
    otherKeys = (await world.sql<{ key: string }>('SELECT key FROM rate_limit')).map(({ key }) => key);
    shop = await world.shop(firstProcess);
  });

  const readService = (gateway: GatewayProcess, address: string): Promise<HttpResponse> =>
    gateway.http.get(`/directbilling/${shop.serviceId}`, from(address, { token: shop.token }));
  const getIp = (gateway: GatewayProcess, address: string): Promise<HttpResponse> => gateway.http.get('/ip', from(address));
  /** Sets the used points and the remaining time of the window that this test has begun. */
  const setWindow = (points: number, remainingMs: number): Promise<unknown> =>
    world.sql(
      `UPDATE rate_limit SET points = $1, expire = (extract(epoch FROM clock_timestamp()) * 1000)::bigint + $2 WHERE NOT key = ANY ($3)`,
      [points, remainingMs, otherKeys],
    );

  it('for a token holds at the second process when it is reached at the first', async () => {
    const responses = await Promise.all(times(230, (i) => readService(firstProcess, addressOf(i))));
    expect([countStatus(responses, 200), countStatus(responses, 429)]).toEqual([200, 30]);
    expect((await readService(secondProcess, addressOf(0))).status).toBe(429);
  });

  it('for a token is exact for both processes together', async () => {
    const responses = await Promise.all(times(460, (i) => readService(i % 2 === 0 ? firstProcess : secondProcess, addressOf(i))));
    expect([countStatus(responses, 200), countStatus(responses, 429)]).toEqual([200, 260]);
  });

  it('for an address holds at the second process when it is reached at the first', async () => {
    const responses = await Promise.all(times(110, () => getIp(firstProcess, '198.51.100.1')));
    expect([countStatus(responses, 200), countStatus(responses, 429)]).toEqual([100, 10]);
    expect((await getIp(secondProcess, '198.51.100.1')).status).toBe(429);
    expect((await getIp(secondProcess, '198.51.100.2')).status).toBe(200);
  });

  it('rejects requests at both processes while its window lasts, and accepts requests afterwards', async () => {
    const address = '198.51.100.3';
    expect((await getIp(firstProcess, address)).status).toBe(200);
    for (const gateway of [firstProcess, secondProcess]) {
      // Requests may be accepted until the process has used its reserved points. Each attempt therefore extends the window again.
      const rejected = await until(
        async () => (await setWindow(100, 2_500), getIp(gateway, address)),
        ({ status }) => status === 429,
      );
      expect([1, 2, 3]).toContain(Number(rejected.headers.get('retry-after')));
    }
    for (const gateway of [firstProcess, secondProcess]) {
      await until(
        () => getIp(gateway, address),
        ({ status }) => status === 200,
      );
    }
    const rows = await world.sql<{ points: number; whole: boolean }>(
      `SELECT points, expire > extract(epoch FROM clock_timestamp()) * 1000 + 30000 AS whole FROM rate_limit WHERE NOT key = ANY ($1)`,
      [otherKeys],
    );
    expect(rows).toEqual([{ points: expect.any(Number), whole: true }]);
    expect(rows[0]?.points).toBeLessThan(100);
  });

  it('for wrong tokens holds at both processes when it is reached at one, and blocks only wrong tokens', async () => {
    const address = '198.51.100.4';
    const guessToken = (gateway: GatewayProcess, index: number): Promise<HttpResponse> =>
      gateway.http.get('/directbilling', from(address, { token: `guess-${index}` }));
    const { body } = await shop.create();
    const page = new URL(body.data.redirectUrl as string).pathname;
    for (let index = 0; index < 10; index += 1) expect((await guessToken(firstProcess, index)).status).toBe(401);
    expect((await guessToken(secondProcess, 10)).status).toBe(429);
    expect((await guessToken(firstProcess, 11)).status).toBe(429);
    for (const gateway of [firstProcess, secondProcess]) {
      const rejected = await guessToken(gateway, 12);
      expect(rejected.status).toBe(429);
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await readService(gateway, address)).status).toBe(200);
      expect((await readService(gateway, addressOf(0))).status).toBe(200);
      expect((await gateway.http.get(page, from(address))).status).toBe(200);
    }
  });
});
