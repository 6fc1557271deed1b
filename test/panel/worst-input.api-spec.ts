import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Shop } from '../support/shop.js';
import { nameOf, parametersOf, type Route } from '../support/routes.js';
import type { World } from '../support/world.js';
import type { PanelBrowser } from './support/panel-browser.js';
import { callOf, panelRoutes } from './support/panel-requests.js';
import { isOfStaff } from './support/route-matrix.js';
import { signedIn, startPanelWorld } from './support/panel-world.js';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startPanelWorld();
  shop = await world.partner({ silent: true });
  await shop.create({ control: 'shown' });
});
afterAll(() => world.stop());

/** Encoded values for a form or a URL: the worst inputs for text, numbers, dates, identifiers and JSON. */
const WORST: readonly string[] = [
  '',
  '%00',
  '%FF',
  '%ED%A0%80',
  '%E0%A4%A',
  '%F0%9F%92%B8%E2%80%AE%0D%0A',
  '9'.repeat(400),
  '-1',
  '1e308',
  'x'.repeat(20_000),
  '00000000-0000-0000-0000-00000000000z',
  '2026-02-31',
  '275760-09-13T00:00:00.001Z',
  'constructor',
  ...[
    'null',
    '[]',
    '{"id":"\\u0000"}',
    '{"id":"\\ud800"}',
    '{"id":{}}',
    `{"id":"a","rawId":"a","type":"public-key","response":{"clientDataJSON":"\\ud800","attestationObject":"oA","authenticatorData":"oA","signature":"oA"}}`,
  ].map(encodeURIComponent),
];

/** `WORST_INPUT=all` sends each value to each field. Otherwise each route gets a quarter of the values, and neighbouring routes different ones. */
const ALL = process.env['WORST_INPUT'] === 'all';
const worstFor = (place: number): readonly string[] => (ALL ? WORST : WORST.filter((_, index) => (index + place) % 4 === 0));

/** Fields of forms that the requests of the route matrix do not send. */
const ALSO = ['form_token', 'behind', 'next', 'passkey', 'code', 'email', 'password', 'name', 'id'];

const encoded = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${encodeURIComponent(name)}=${value}`)
    .join('&');

const partnerOf = (route: Route): string | null => (isOfStaff(route) ? null : shop.partnerId);
const visitor = (route: Route): Promise<PanelBrowser> =>
  signedIn(world, { partnerId: partnerOf(route), role: isOfStaff(route) ? 'admin' : 'owner' });

describe('the panel with input that none of its forms and links sends', () => {
  it('never responds with a server error to a value in a form field', async () => {
    const failed: string[] = [];
    for (const [place, route] of panelRoutes(world)
      .filter(({ method }) => method === 'POST')
      .entries()) {
      const browser = await visitor(route);
      const { path, form = {} } = await callOf(route, { world, partnerId: partnerOf(route), browser });
      const good = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, encodeURIComponent(value)]));
      const all = [...new Set([...Object.keys(form), ...ALSO])];
      for (const value of worstFor(place)) {
        const each = Object.keys(form).map((name) => ({ ...good, [name]: value }));
        for (const fields of [Object.fromEntries(all.map((name) => [name, value])), ...each]) {
          const { status } = await (browser.cookie ? browser : await visitor(route)).post(path, encoded(fields));
          if (status >= 500) failed.push(`${nameOf(route)} answered ${status} to ${encoded(fields).slice(0, 200)}`);
        }
        await world.asOwner('DELETE FROM rate_limit');
      }
    }
    expect(failed).toEqual([]);
  });

  it('never responds with a server error to a value in a URL', async () => {
    const failed: string[] = [];
    for (const [place, route] of panelRoutes(world)
      .filter(({ method }) => method === 'GET')
      .entries()) {
      const [browser, partnerId] = [await visitor(route), partnerOf(route)];
      const { path } = await callOf(route, { world, partnerId, browser: await visitor(route) });
      const page = (await browser.get(path)).text;
      const names = [...new Set([...page.matchAll(/ name="([^"]+)"/g)].map(([, name = '']) => name)), 'page', 'next'];
      for (const value of worstFor(place)) {
        const inPath = parametersOf(route).map((name) => route.path.replace(`:${name}`, value));
        for (const address of [
          `${path}?${names.map((name) => `${name}=${value}`).join('&')}`,
          ...names.map((name) => `${path}?${name}=${value}`),
          ...inPath,
        ]) {
          const { status } = await browser.get(address);
          if (status >= 500) failed.push(`GET ${address.slice(0, 200)} answered ${status}`);
        }
        await world.asOwner('DELETE FROM rate_limit');
      }
    }
    expect(failed).toEqual([]);
  });
});
