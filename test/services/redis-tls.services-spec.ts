import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Authority } from '../deploy/support/authority.js';
import { startWorld, type World } from '../support/world.js';
import { busyShop } from './busy-shop.js';
import type { RedisTls } from './redis-process.js';
import { type RedisSetup, startClusterRedis, startSentinelRedis } from './redis-setups.js';

jest.setTimeout(300_000);

let trusted: Authority;
let untrusted: Authority;
beforeAll(async () => {
  [trusted, untrusted] = [await Authority.make(), await Authority.make()];
});
afterAll(() => Promise.all([trusted.remove(), untrusted.remove()]));

let setup: RedisSetup | undefined;
let world: World | undefined;
afterEach(async () => {
  await world?.stop();
  await setup?.stop();
  world = setup = undefined;
});

const tlsFor = async (names: string): Promise<RedisTls> => ({ ...(await trusted.issue('redis', names)), authorityFile: trusted.file });
const queueKeys = async (): Promise<number> => {
  const keys = await Promise.all((setup?.servers ?? []).map((server) => server.sendCommand('KEYS', '*:webhooks:*') as Promise<unknown[]>));
  return keys.flat().length;
};

// Servers and sentinels use only TLS, also with each other, and announce each other by IP address.
describe.each([
  ['sentinels and their servers', startSentinelRedis],
  ['a cluster', startClusterRedis],
])('TLS to %s', (_what, start) => {
  it('is used for the queue', async () => {
    setup = await start(await tlsFor('IP:127.0.0.1'));
    world = await startWorld({ ...setup.settings, ROLE: 'all' });
    const busy = await busyShop(world);
    await busy.pay(2);
    await busy.waitForNotifications();
    expect(await queueKeys()).toBeGreaterThan(0);
  });

  it('stops the start of the gateway if the authority is not trusted', async () => {
    setup = await start(await tlsFor('IP:127.0.0.1'));
    await expect(startWorld({ ROLE: 'all', ...setup.settings, REDIS_CA_FILE: untrusted.file })).rejects.toThrow(
      /^The queue's Redis has a certificate that comes from an authority that is not trusted .*REDIS_CA_FILE/,
    );
  });

  it('stops the start of the gateway if the certificate is for another name', async () => {
    setup = await start(await tlsFor('DNS:redis.example'));
    await expect(startWorld({ ...setup.settings, ROLE: 'all' })).rejects.toThrow(
      /^The queue's Redis has a certificate that is not valid for the name .*127\.0\.0\.1/,
    );
  });
});
