import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ERRORS } from '../../src/common/errors/error-codes.js';
import type { Collection } from '../../src/web/api-docs/collection.js';
import { getPage } from '../checkout/support/page.js';
import { ROOT } from '../docs/support/code-blocks.js';
import type { Shop } from '../support/shop.js';
import { startWorld, type World } from '../support/world.js';

const BASE = 'https://pay.example.test/gateway';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startWorld({ PUBLIC_URL: BASE, SANDBOX_URL: 'https://sandbox.example.test' });
  shop = await world.createPartnerShop();
});
afterAll(() => world.stop());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(world.http.baseUrl + path, { headers, redirect: 'manual' });
const textOf = async (path: string): Promise<string> => (await get(path)).text();

describe('the root path of the gateway', () => {
  it('redirects a browser to the guides, and responds 404 to a program', async () => {
    const page = await get('/', { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([page.status, page.headers.get('location'), page.headers.get('vary')]).toEqual([303, '/gateway/docs', 'Accept']);
    expect(await world.http.get('/', { headers: { Accept: 'application/json' } })).toMatchObject({
      status: 404,
      body: { success: false, errorCode: 'ROUTE_NOT_FOUND' },
    });
  });
});

describe('a guide', () => {
  it('shows its document, with the URLs of this gateway and its sandbox', async () => {
    const { text, html } = await getPage(`${world.http.baseUrl}/docs/first-shop`);
    expect(text).toContain('Take a payment');
    expect(text).toContain(`GATEWAY=${BASE}`);
    expect(html).toContain('https://sandbox.example.test/inbox');
    expect(html).not.toContain('localhost:300');
  });

  it('is available as Markdown, with links to Markdown', async () => {
    const response = await get('/docs/notifications.md');
    const text = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(text).toContain('[Verify](verify.md)');
    expect(text).toContain('(compatibility.md#how-to-switch)');
    expect((await get('/docs/nothing.md')).status).toBe(404);
    expect(text).not.toContain('<!--');
  });

  it('of errors has an anchor for each code, and the Link header of an error response leads there', async () => {
    const { document } = await getPage(`${world.http.baseUrl}/docs/errors`);
    for (const code of Object.keys(ERRORS)) expect([code, document.getElementById(code)?.querySelectorAll('code').length]).not.toEqual([code, undefined]); // prettier-ignore
    expect((await world.http.get('/directbilling')).headers.get('Link')).toBe(`<${BASE}/docs/errors#UNAUTHORIZED>; rel="help"`);
  });
});

describe('llms.txt', () => {
  it('names the base URL, and has working links to guides and to files for tools', async () => {
    const text = await textOf('/llms.txt');
    expect(text).toContain(`Base URL: ${BASE}`);
    const links = [...text.matchAll(/\]\((.+?)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(12);
    for (const link of links) expect([link, (await get(link.replace(BASE, ''))).status]).toEqual([link, 200]);
    expect(text).not.toMatch(/: \n|undefined/);
  });
});

describe('the collection', () => {
  it('has every operation of the OpenAPI document, each with its path, method and variables', async () => {
    const collection = JSON.parse(await textOf('/docs/collection.json')) as Collection;
    const { paths } = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')) as { paths: Record<string, object> };
    const expected = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const requests = collection.item.flatMap(({ item }) => item.map(({ request }) => request));
    const actual = requests.map(({ method, url }) => `${method} /${url.path.join('/').replace(/:(\w+)/g, '{$1}')}`);
    expect(actual.toSorted()).toEqual(expected.toSorted());
    const variables = collection.variable.map(({ key }) => key);
    for (const { url } of requests)
      for (const { key } of url.variable ?? []) expect([variables.includes(key), url.path.includes(`:${key}`)]).toEqual([true, true]);
    expect(collection.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
  });

  it('has a request for a new transaction that the gateway accepts', async () => {
    const { item } = JSON.parse(await textOf('/docs/collection.json')) as Collection;
    const requests = item.flatMap((folder) => folder.item.map(({ request }) => request));
    const create = requests.find(({ method, url }) => method === 'POST' && url.raw === '{{baseUrl}}/directbilling/:serviceId/transactions');
    expect(create?.header.map(({ key }) => key)).toEqual(['Content-Type', 'Idempotency-Key']);
    expect((await shop.post('/transactions', create?.body?.raw)).status).toBe(200);
  });
});
