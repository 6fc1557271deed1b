import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Shop } from '../support/shop.js';
import { nameOf, parametersOf, type Route } from '../support/routes.js';
import type { World } from '../support/world.js';
import type { PanelBrowser } from './support/panel-browser.js';
import { validRequestOf, panelRoutes } from './support/panel-requests.js';
import { isStaffOnly } from './support/route-matrix.js';
import { signInAs, startPanelWorld } from './support/panel-world.js';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startPanelWorld();
  shop = await world.createPartnerShop({ silent: true });
  await shop.create({ control: 'shown' });
});
afterAll(() => world.stop());

/** Encoded values for a form or a URL: the worst inputs for text, numbers, dates, identifiers and JSON. */
const WORST_VALUES: readonly string[] = [
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

/** `WORST_INPUT=all` sends each value to each field. Otherwise a route gets a quarter of the values, and the next route another quarter. */
const SEND_ALL = process.env['WORST_INPUT'] === 'all';
const valuesFor = (index: number): readonly string[] =>
  SEND_ALL ? WORST_VALUES : WORST_VALUES.filter((_, position) => (position + index) % 4 === 0);

/** Fields of forms that the requests of the route matrix do not send. */
const EXTRA_FIELDS = ['form_token', 'behind', 'next', 'passkey', 'code', 'email', 'password', 'name', 'id'];

const encodeForm = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${encodeURIComponent(name)}=${value}`)
    .join('&');

const partnerOf = (route: Route): string | null => (isStaffOnly(route) ? null : shop.partnerId);
const signInFor = (route: Route): Promise<PanelBrowser> =>
  signInAs(world, { partnerId: partnerOf(route), role: isStaffOnly(route) ? 'admin' : 'owner' });

describe('the panel with input that its own forms and links do not send', () => {
  it('does not respond with a server error to a value in a form field', async () => {
    const failures: string[] = [];
    for (const [index, route] of panelRoutes(world)
      .filter(({ method }) => method === 'POST')
      .entries()) {
      const browser = await signInFor(route);
      const { path, form = {} } = await validRequestOf(route, { world, partnerId: partnerOf(route), browser });
      const validValues = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, encodeURIComponent(value)]));
      const allFields = [...new Set([...Object.keys(form), ...EXTRA_FIELDS])];
      for (const value of valuesFor(index)) {
        const oneFieldEach = Object.keys(form).map((name) => ({ ...validValues, [name]: value }));
        for (const fields of [Object.fromEntries(allFields.map((name) => [name, value])), ...oneFieldEach]) {
          const { status } = await (browser.cookie ? browser : await signInFor(route)).post(path, encodeForm(fields));
          if (status >= 500) failures.push(`${nameOf(route)} answered ${status} to ${encodeForm(fields).slice(0, 200)}`);
        }
        await world.asOwner('DELETE FROM rate_limit');
      }
    }
    expect(failures).toEqual([]);
  });

  it('does not respond with a server error to a value in a URL', async () => {
    const failures: string[] = [];
    for (const [index, route] of panelRoutes(world)
      .filter(({ method }) => method === 'GET')
      .entries()) {
      const [browser, partnerId] = [await signInFor(route), partnerOf(route)];
      const { path } = await validRequestOf(route, { world, partnerId, browser: await signInFor(route) });
      const page = (await browser.get(path)).text;
      const names = [...new Set([...page.matchAll(/ name="([^"]+)"/g)].map(([, name = '']) => name)), 'page', 'next'];
      for (const value of valuesFor(index)) {
        const pathsWithValue = parametersOf(route).map((name) => route.path.replace(`:${name}`, value));
        for (const url of [
          `${path}?${names.map((name) => `${name}=${value}`).join('&')}`,
          ...names.map((name) => `${path}?${name}=${value}`),
          ...pathsWithValue,
        ]) {
          const { status } = await browser.get(url);
          if (status >= 500) failures.push(`GET ${url.slice(0, 200)} answered ${status}`);
        }
        await world.asOwner('DELETE FROM rate_limit');
      }
    }
    expect(failures).toEqual([]);
  });
});
