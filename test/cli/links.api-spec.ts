import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type LinkShop, linkShop, openLinkPage } from '../links/support/link-shop.js';
import { startWorld, type World } from '../support/world.js';
import { type Run, runCommandWith } from './cli-world.js';

let world: World;
let shop: LinkShop;
beforeAll(async () => {
  world = await startWorld();
  shop = await linkShop(world);
});
afterAll(() => world.stop());

const run = (...argv: string[]): Promise<Run> => runCommandWith({ ...world.settings }, ['payment', 'link', ...argv]);
// oxlint-disable-next-line typescript/no-explicit-any -- the output is JSON of unknown shape, which the assertions check
const runJson = async (...argv: string[]): Promise<any> => {
  const { code, out, err } = await run(...argv, '--json');
  if (code !== 0) throw new Error(`"${argv.join(' ')}" ended with ${code}: ${err}`);
  return JSON.parse(out) as unknown;
};
const createLink = (...argv: string[]): Promise<Run> => run('create', '--service', shop.serviceId, ...argv);

describe('payment link', () => {
  it('creates a link that can be paid, and lists, shows and disables the link', async () => {
    const link = await runJson(
      'create',
      '--service',
      shop.serviceId,
      '--amount',
      '49.90',
      '--description',
      'Guitar lesson',
      '--control',
      'a',
      '--once',
    );
    expect(link).toMatchObject({ status: 'link_active', amount: '49.90', currency: 'PLN', single_use: true, service_id: shop.serviceId });
    const { location } = await openLinkPage(world, new URL(link.url as string).pathname, {});
    expect(await runJson('list', '--service', shop.serviceId, '--control', 'a')).toMatchObject([{ id: link.id, closed: null }]);
    expect(await runJson('show', link.id)).toMatchObject({
      id: link.id,
      payments: [{ id: location.replace('/pay/', ''), amount: '49.90' }],
    });
    expect((await run('show', link.id)).out).toContain(location.replace('/pay/', ''));
    expect((await run('disable', link.id)).code).toBe(2);
    expect(await runJson('disable', link.id, '--yes')).toEqual({ id: link.id, status: 'link_disabled' });
    expect(await runJson('list', '--service', shop.serviceId, '--status', 'link_disabled')).toMatchObject([
      { id: link.id, closed: 'disabled' },
    ]);
  });

  it('rejects what the API rejects, with the message of the API', async () => {
    for (const [argv, message] of [
      [['--amount', '5', '--min', '1'], 'The minAmount is for links without an amount.'],
      [['--amount', '5', '--expires', '2020-01-01'], 'The expiresAt must lie in the future.'],
      [['--amount', '5', '--description', 'x'.repeat(65)], '64 characters'],
      [['--amount', '5', '--currency', 'XXX'], 'There is no exchange rate for XXX.'],
    ] as const) {
      const { code, err } = await createLink(...argv);
      expect([code, err]).toEqual([1, expect.stringContaining(message)]);
    }
    expect((await run('create', '--service', shop.shop.serviceId, '--amount', '5')).err).toContain('is not an online payment service');
    expect((await run('show', '019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30')).err).toContain('There is no payment link');
  });
});
