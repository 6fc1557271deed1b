import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { count, times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let crowded: World;
beforeAll(async () => {
  [world, crowded] = await Promise.all([
    startWorld({ RATE_LIMIT_PER_TOKEN: '40', RATE_LIMIT_WRONG_TOKENS: '30' }),
    startWorld({ RATE_LIMIT_PER_ADDRESS: '25', TRUST_PROXY: '127.0.0.1' }),
  ]);
});
afterAll(() => Promise.all([world.stop(), crowded.stop()]));

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
  const from = (address: string) => crowded.http.get('/ip', { headers: { 'X-Forwarded-For': address } });

  it('are limited before authentication, each address by itself', async () => {
    const answers = await Promise.all(times(40, () => from('198.51.100.1')));
    expect([count(answers, 200), count(answers, 429)]).toEqual([25, 15]);
    expect((await from('198.51.100.2')).status).toBe(200);
  });

  it('probes are never refused', async () => {
    const answers = await Promise.all(times(40, () => crowded.http.get('/healthz', { headers: { 'X-Forwarded-For': '198.51.100.3' } })));
    expect(count(answers, 200)).toBe(40);
  });
});

describe('guessing tokens', () => {
  it('is slowed down: after 30 wrong ones in a minute the address has to wait', async () => {
    const shop = await world.partner();
    const guesses = await Promise.all(times(45, (i) => world.http.get('/directbilling', { token: `guess-${i}` })));
    expect([count(guesses, 401), count(guesses, 429)]).toEqual([30, 15]);
    expect((await shop.get()).status).toBe(429);
  });
});
