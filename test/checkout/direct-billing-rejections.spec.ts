import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';
import { PAYMENT_ID } from './support/fake-payment.js';
import { getPage, postForm } from './support/page.js';

let checkout: CheckoutApp;
beforeAll(async () => {
  checkout = await startCheckout();
});
afterAll(() => checkout.close());
beforeEach(() => checkout.payment.reset());

const send = (step: string, fields: Record<string, string> | string = {}, headers: Record<string, string> = {}) =>
  postForm(`${checkout.pageUrl}/${step}`, fields, headers);
const PATH = `/pay/directbilling/${PAYMENT_ID}`;
const NUMBER = { operator: 'play', phone: '500 600 700' };

describe('forms of other websites', () => {
  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ])('are rejected with a page: %j', async (headers) => {
    const { status, text } = await send('number', NUMBER, headers);
    expect(status).toBe(403);
    expect(text).toContain('sent from another website');
    expect(checkout.payment.calls).toEqual([]);
  });

  it('are recognized by their origin when the browser does not send `Sec-Fetch-Site`', async () => {
    const post = (origin: string) => fetch(`${checkout.pageUrl}/change`, { method: 'POST', redirect: 'manual', headers: { origin } });
    expect((await post('https://evil.example')).status).toBe(403);
    expect((await post('not a url')).status).toBe(403);
    expect((await post(checkout.origin)).status).toBe(303);
    expect((await post('null')).status).toBe(403);
    expect((await fetch(`${checkout.pageUrl}/change`, { method: 'POST', redirect: 'manual' })).status).toBe(303);
  });
});

describe('an unknown URL', () => {
  it.each(['01934e2a-7c1b-7d3e-9a42-5f0c8e6b1d28', 'nope', '%00', "'%20OR%201=1", '..%2f..%2fetc'])(
    'gets a page for the id %s',
    async (id) => {
      const { status, text, headers } = await getPage(`${checkout.origin}/pay/directbilling/${id}`);
      expect(status).toBe(404);
      expect(headers.get('content-type')).toContain('text/html');
      expect(text).toContain('Payment not found');
    },
  );

  it.each(['/pay', '/pay/', '/pay/nothing', '/pay/directbilling', '/pay/sms/7055?lang=en', `${PATH}/nothing`])(
    'gets a page for the path %s',
    async (path) => {
      for (const { status, text, headers } of [await getPage(checkout.origin + path), await postForm(checkout.origin + path, {})]) {
        expect(status).toBe(404);
        expect(headers.get('content-type')).toContain('text/html');
        expect(headers.get('content-security-policy')).toContain("default-src 'none'");
        expect(text).toMatch(/(?:Page|Payment) not found/);
      }
    },
  );

  it.each(['/pay', '/pay/sms/7055', `${PATH}/nothing`])(
    'gets the text about an unknown page, not about an unknown payment, at %s',
    async (path) => {
      expect((await getPage(checkout.origin + path)).text).toContain('Page not found');
    },
  );

  it('gets a page for a form as well', async () => {
    expect((await postForm(`${checkout.origin}/pay/directbilling/nope/number`, NUMBER)).status).toBe(404);
    expect((await postForm(`${checkout.origin}/pay/directbilling/nope/code`, {})).status).toBe(404);
  });

  it.each(['number', 'code', 'resend', 'change'])('redirects from the path of the form %s to the payment’s page', async (step) => {
    const response = await getPage(`${checkout.pageUrl}/${step}?lang=en`);
    expect([response.status, response.headers.get('location')]).toEqual([303, `${PATH}?lang=en`]);
  });
});

describe('the page of an unexpected error', () => {
  it('shows a number for support, and no details of the error', async () => {
    checkout.payment.failure = new Error('relation "secret" does not exist');
    const { status, text, html } = await getPage(checkout.pageUrl);
    expect(status).toBe(500);
    expect(text).toMatch(/Error number [0-9a-f-]{36}/);
    expect(html).not.toContain('secret');
  });

  it('has status 503 while the database cannot be reached', async () => {
    checkout.payment.failure = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    expect((await getPage(checkout.pageUrl)).status).toBe(503);
  });
});
