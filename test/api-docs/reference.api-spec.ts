import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FetchedPage, getPage } from '../checkout/support/page.js';
import { checkAgainstContract } from '../support/contract-check.js';
import { ROOT } from '../docs/support/code-blocks.js';
import type { Shop } from '../support/shop.js';
import { startWorld, type World } from '../support/world.js';

const BASE = 'https://pay.example.test/gateway';
const LIMIT_BYTES = 50 * 1024;

const guidePaths = (): string[] =>
  [...readdirSync(join(ROOT, 'docs/guides')), 'errors.md', 'compatibility.md'].map((file) => `/docs/${file.replace('.md', '')}`);

interface Operation {
  method: string;
  path: string;
  operationId: string;
}

let world: World;
let shop: Shop;
let operations: Operation[];
const pages = new Map<string, FetchedPage>();

beforeAll(async () => {
  world = await startWorld({ PUBLIC_URL: BASE });
  shop = await world.createPartnerShop();
  const { paths } = (await world.http.get('/docs/openapi.json')).body as { paths: Record<string, Record<string, { operationId: string }>> };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({ method: method.toUpperCase(), path, operationId })),
  );
  const { webhooks } = (await world.http.get('/docs/openapi.json')).body as { webhooks: Record<string, object> };
  const notifications = Object.keys(webhooks).map((name) => `/docs/Notifications.${name}`);
  for (const path of [
    '/docs',
    '/docs/reference',
    ...guidePaths(),
    ...notifications,
    ...operations.map(({ operationId }) => `/docs/${operationId}`),
  ])
    pages.set(path, await getPage(world.http.baseUrl + path));
});
afterAll(() => world.stop());

const pageOf = ({ operationId }: Operation): FetchedPage => pages.get(`/docs/${operationId}`) as FetchedPage;
const exampleIn = (page: FetchedPage, id: string): unknown => JSON.parse(page.document.querySelector(`#${id}`)?.textContent ?? 'null');

describe('the API reference', () => {
  it('has a page for each operation, guide and notification, within the limits for pages', async () => {
    expect(operations.length).toBeGreaterThan(10);
    for (const [path, { status, html, headers, document }] of pages) {
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
      expect(html).not.toMatch(/undefined|\[object|NaN|<style|style="|<script/);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none';style-src 'self';script-src 'self';img-src 'self';connect-src 'self';form-action 'self';frame-ancestors 'none';base-uri 'none';require-trusted-types-for 'script'",
      );
      const loaded = document
        .querySelectorAll('link[href],[src]')
        .map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '');
      expect(loaded.every((url) => url.startsWith('/gateway/assets/'))).toBe(true);
      const sizes = await Promise.all(
        [...new Set(loaded)].map(
          async (url) => (await (await fetch(world.http.baseUrl + url.replace('/gateway', ''))).arrayBuffer()).byteLength,
        ),
      );
      expect(sizes.reduce((sum, size) => sum + size, Buffer.byteLength(html))).toBeLessThan(LIMIT_BYTES);
    }
  });

  it('has no broken links', async () => {
    const links = new Set(
      [...pages.values()].flatMap(({ document }) => document.querySelectorAll('a').map((link) => link.getAttribute('href') ?? '')),
    );
    for (const link of links) {
      if (/^https?:\/\/(?!pay\.example\.test)/.test(link)) continue; // another site
      const [path = '', anchor] = link.replace(/^(?:https:\/\/pay\.example\.test)?\/gateway/, '').split('#');
      if (path === '' || !/^\/(?:docs|llms\.txt)/.test(path)) expect(link).toMatch(/^#|^\/gateway\/(docs|llms\.txt)/);
      else expect([link, (await fetch(world.http.baseUrl + path)).status]).toEqual([link, 200]);
      if (anchor && path !== '') expect([link, pages.get(path)?.document.getElementById(anchor) !== null]).toEqual([link, true]);
    }
    for (const path of pages.keys()) expect([...links]).toContain(`/gateway${path}`);
  });

  it('shows example responses that match the OpenAPI document', () => {
    for (const operation of operations) {
      const page = pageOf(operation);
      if (page.document.querySelector('#other-answer')) continue; // the response is a file
      const isEmpty = page.document.querySelector('#no-answer') !== null;
      const body = exampleIn(page, 'answer');
      checkAgainstContract(operation.method, operation.path.replace(/\{\w+\}/g, '1'), {
        status: Number(page.document.querySelector('h2 .number')?.textContent),
        body,
        text: isEmpty ? '' : JSON.stringify(body),
        headers: new Headers({ 'x-request-id': 'id' }),
      });
    }
  });

  it('shows an example body that the gateway accepts, and curl commands', async () => {
    const { body } = await shop.post(
      '/transactions',
      exampleIn(pages.get('/docs/DirectBillingTransactions.create') as FetchedPage, 'body'),
    );
    expect(body.success).toBe(true);
    expect(pages.get('/docs/DirectBillingTransactions.create')?.text).toContain(
      `curl -s ${BASE}/directbilling/5f2c9a1b/transactions \\ -H "Authorization: Bearer $TOKEN" \\ -H 'Content-Type: application/json' \\ ` +
        `-H "Idempotency-Key: $(uuidgen)" \\ -d '{"amount":12.3}'`,
    );
    expect(pages.get('/docs/DirectBillingServices.calculate')?.text).toContain(
      `curl -s '${BASE}/directbilling/5f2c9a1b/calculate?amount=200'`,
    );
    expect(pages.get('/docs/BlikAliases.remove')?.text).toContain(`${BASE}/payment/5f2c9a1b/blik/aliases \\ -X DELETE \\ -H`);
    expect(pages.get('/docs/NotificationSources.list')?.text).toContain(`Needs no token. curl -s ${BASE}/ip Answer`);
  });

  it('names the ability, the errors and what they mean', () => {
    const text = pages.get('/docs/SmsServices.check')?.text;
    expect(text).toContain('Needs the ability sms.services.code.');
    expect(text).toContain('409 IDEMPOTENCY_CONFLICT A request with the same Idempotency-Key is still running.');
    expect(text).toContain('404 TRANSACTION_NOT_FOUND There is no such transaction in this service.');
  });

  it('names at an operation the notifications that it causes', () => {
    const ofCharge =
      'subscription:status_changed The status of a subscription has changed. ' +
      'transaction:status_changed The status of an online payment has changed. Errors';
    expect(pages.get('/docs/BlikSubscriptions.charge')?.text).toContain(`What you are told afterwards ${ofCharge}`);
    // The payer may consent to a subscription on the payment's page.
    expect(pages.get('/docs/PaymentTransactions.create')?.text).toContain(
      `What you are told afterwards blik:alias_status_changed The status of a BLIK alias has changed. ${ofCharge}`,
    );
  });

  it('responds 404 to an unknown path, and lists its pages', async () => {
    const { status, text, document } = await getPage(`${world.http.baseUrl}/docs/%3Cscript%3E`);
    expect([status, document.querySelector('[role=status]')?.textContent]).toEqual([
      404,
      'There is no such page. These are all that there are.',
    ]);
    expect(text).toContain('Create a DirectBilling transaction');
  });

  it('serves the OpenAPI document with the gateway’s own URL', async () => {
    const { status, headers, body } = await world.http.get('/docs/openapi.json');
    expect([status, headers.get('content-type'), body.servers]).toEqual([200, 'application/json; charset=utf-8', [{ url: BASE }]]);
  });
});
