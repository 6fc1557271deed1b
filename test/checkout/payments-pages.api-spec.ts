import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LOCALES } from '../../src/common/locale.js';
import type { ChannelId } from '../../src/connectors/acquirers/catalogue/channel-ids.js';
import { FAILURE_REASONS, BLIK_ERROR_CODE_OF } from '../../src/connectors/acquirers/port/failure-reasons.js';
import type { NextStep } from '../../src/connectors/acquirers/port/next-step.js';
import { paymentPageText } from '../../src/web/checkout/payments/checkout-page.js';
import { CATEGORY_OF } from '../../src/web/checkout/payments/failure-category.js';
import { TEXTS } from '../../src/web/languages/texts.js';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';
import { ONLINE_PAGES, type OnlinePage } from './support/every-online-page.js';
import {
  ALL_BANKS,
  BANK_URL,
  BOLETO,
  WAIT_IN_APP,
  METHODS,
  NEEDS_CODE,
  offeredChannel,
  PIX,
  REDIRECT,
} from './support/fake-online-payment.js';
import { NOW, PAYMENT_ID } from './support/fake-payment.js';
import { type FetchedPage, getPage, postForm, transferredBytes } from './support/page.js';

let checkout: CheckoutApp;
beforeAll(async () => {
  checkout = await startCheckout();
});
afterAll(() => checkout.close());
beforeEach(() => checkout.online.reset());

function open({ prepare, form }: OnlinePage, headers: Record<string, string> = {}, change = {}): Promise<FetchedPage> {
  prepare(checkout.online, change);
  return form ? postForm(`${checkout.onlineUrl}/${form.path}`, form.fields, headers) : getPage(checkout.onlineUrl, headers);
}
const radios = (document: FetchedPage['document']) =>
  document.querySelectorAll('input[type=radio]').map((radio) => radio.getAttribute('value'));
const page = (): Promise<FetchedPage> => getPage(checkout.onlineUrl);
const pageFor = (language: string): Promise<FetchedPage> => getPage(checkout.onlineUrl, { 'accept-language': language });

describe.each(ONLINE_PAGES)('the page "$name"', (pageCase) => {
  it.each(LOCALES)('prints no missing value in %s and allows nothing inline', async (language) => {
    const { html, headers, document } = await open(pageCase, { 'accept-language': language });
    expect(html).not.toMatch(/undefined|\[object|NaN|>null<|=>/);
    expect(html).not.toMatch(/<style|style="|onclick|javascript:|<script(?![^>]*src=)/);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(document.querySelector('html')?.getAttribute('lang')).toBe(language);
  });

  it('shows shop, description, amount and payment number', async () => {
    const { document } = await open(pageCase);
    const order = document.querySelector('.order')?.textContent.replace(/\s+/g, ' ') ?? '';
    const amount = checkout.online.view.amountMinor === 0 ? 'PLN 0.00' : '1,234.50';
    for (const expectedText of ['Leśna Gra', '500 złotych monet', amount, 'A7K2M9QX']) expect(order).toContain(expectedText);
  });

  it('stays under 40 KB and six requests with all it loads, including marks, and loads from its own origin only', async () => {
    const { html, document } = await open(pageCase);
    const urls = document
      .querySelectorAll('link[href], [src], use, image')
      .map((element) => (element.getAttribute('href') ?? element.getAttribute('src') ?? '').split('#')[0] ?? '')
      .filter((url) => url !== ''); // a link to an element of the page itself
    const files = [...new Set(urls)];
    expect(files.filter((url) => !/^\/(assets|brands)\//.test(url))).toEqual([]);
    expect(files.length + 1).toBeLessThanOrEqual(6);
    const sizes = await Promise.all(files.map((url) => transferredBytes(checkout.origin + url)));
    expect(sizes.reduce((sum, size) => sum + size, Buffer.byteLength(html))).toBeLessThan(40 * 1024);
  });

  it('has its live region from the start, empty, and reloads or leaves by itself only without a script', async () => {
    const { document } = await open(pageCase);
    const regions = document.querySelectorAll('[role=status], [role=alert], [aria-live]');
    expect(regions.map((region) => [region.id, region.textContent])).toEqual([['said', '']]);
    const refreshing = document.querySelectorAll('meta[http-equiv=refresh]');
    expect(refreshing.every((meta) => meta.parentNode?.rawTagName === 'noscript')).toBe(true);
    expect(refreshing.length === 0 || document.querySelector('noscript a[href*="stay=1"]') !== null).toBe(true);
  });

  it('shows HTML in the texts of partners as text', async () => {
    const evil = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;
    const change = {
      sellerName: evil,
      description: evil,
      successUrl: `https://shop.example/?${evil}`,
      cart: [{ name: evil, quantity: 1, priceMinor: 1 }],
    };
    const { html, document } = await open(pageCase, {}, change);
    expect(html).not.toContain('<img src=x');
    expect(document.querySelectorAll('[onerror]')).toEqual([]);
  });
});

describe('the choice of a method', () => {
  it('offers native radios in groups, the usual methods of Poland first, and BLIK preselected with its code field', async () => {
    const { document, text } = await page();
    expect(document.querySelectorAll('.method-group h2').map((heading) => heading.textContent)).toEqual([
      'BLIK',
      'Bank transfer',
      'Cards',
      'Wallets',
      'Vouchers',
    ]);
    expect(document.querySelectorAll('input[type=radio]').map((radio) => radio.getAttribute('value'))).toEqual(METHODS.map(({ id }) => id));
    expect(document.querySelectorAll('input[checked]').map((radio) => radio.getAttribute('value'))).toEqual(['blik']);
    expect(text).toContain('Pay PLN 1,234.50');
    const code = document.querySelector('#code');
    expect([
      code?.getAttribute('inputmode'),
      code?.getAttribute('autocomplete'),
      code?.hasAttribute('autofocus'),
      code?.hasAttribute('placeholder'),
    ]).toEqual(['numeric', 'off', false, false]);
  });

  it('draws an icon beside the name of each method, hidden from screen readers', async () => {
    const marks = (await page()).document.querySelectorAll('.method .method-logo');
    expect(marks).toHaveLength(METHODS.length);
    expect(marks.every((mark) => mark.getAttribute('aria-hidden') === 'true')).toBe(true);
  });

  it('lists groups and methods in the order of the shop', async () => {
    checkout.online.setView({ channels: ['card', 'ing', 'blik', 'apple-pay', 'mbank'].map((id) => offeredChannel(id as ChannelId)) });
    const { document } = await page();
    expect(document.querySelectorAll('.method-group h2').map((heading) => heading.textContent)).toEqual(['Cards', 'Bank transfer', 'BLIK']);
    expect(radios(document)).toEqual(['card', 'apple-pay', 'ing', 'mbank', 'blik']);
  });

  it('has a search field for nine banks or more, hidden without a script', async () => {
    for (const [banks, searches] of [
      [ALL_BANKS.slice(0, 8), 0],
      [ALL_BANKS.slice(0, 9), 1],
    ] as const) {
      checkout.online.setView({ channels: [offeredChannel('blik'), ...banks] });
      const { document } = await page();
      expect(document.querySelectorAll('.search[hidden] [data-search]')).toHaveLength(searches);
      expect(radios(document)).toEqual(['blik', ...banks.map(({ id }) => id)]);
    }
    const vouchers = Array.from({ length: 9 }, () => offeredChannel('paysafecard'));
    checkout.online.setView({ channels: vouchers });
    expect((await page()).document.querySelectorAll('[data-search]')).toEqual([]);
  });

  it('redirects to the bank from a page of its own, because forms must not lead to other origins', async () => {
    const response = await postForm(`${checkout.onlineUrl}/method`, { channel: 'mbank' }, { 'user-agent': 'Browser/7' });
    expect([response.status, response.headers.get('location')]).toEqual([303, `/pay/${PAYMENT_ID}/away`]);
    expect(checkout.online.calls).toEqual([['start', PAYMENT_ID, 'mbank', expect.objectContaining({ userAgent: 'Browser/7' })]]);
    const awayPage = await getPage(`${checkout.onlineUrl}/away`);
    expect(awayPage.headers.get('refresh')).toBe(`0; url=${new URL(BANK_URL).href}`);
    expect(awayPage.document.querySelector('a.primary')?.textContent).toBe('Go to your bank (mBank)');
  });

  it.each([
    ['mbank', 'Go to your bank (mBank)', 'You confirm the payment at your bank.'],
    ['card', 'Pay by card', 'A secure page of the card operator opens.'],
    ['paypal', 'Continue at PayPal', 'You pay at PayPal.'],
  ] as const)('says to which page the method %s leads', async (channel, heading, text) => {
    checkout.online.setStep(REDIRECT, { channel });
    const stepPage = await page();
    expect(stepPage.document.querySelector('h1')?.textContent).toBe(heading);
    expect(stepPage.text).toContain(text);
  });

  it.each(['000123', '000 123', '000-123', '000\u00a0123', ' 000123 '])('submits the code %j together with the method', async (code) => {
    checkout.online.startResult = { ok: true, step: NEEDS_CODE };
    const response = await postForm(`${checkout.onlineUrl}/method`, { channel: 'blik', code });
    expect([response.status, response.headers.get('location')]).toEqual([303, `/pay/${PAYMENT_ID}`]);
    expect(checkout.online.calls.map(([operation]) => operation)).toEqual(['start', 'code']);
    expect(String(checkout.online.calls[1]?.[2]).replace(/[\s-]/g, '')).toBe('000123');
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('starts no attempt with the code %j', async (code) => {
    const { status, document, html } = await postForm(`${checkout.onlineUrl}/method`, { channel: 'blik', code });
    expect([status, checkout.online.calls]).toEqual([422, []]);
    expect(document.querySelector('#errors a')?.getAttribute('href')).toBe('#code');
    expect(document.querySelector('#code')?.getAttribute('aria-invalid')).toBe('true');
    expect(code === '' || !html.includes(code)).toBe(true);
  });

  it('requires the details that a method needs, keeps typed values, and passes them on', async () => {
    checkout.online.setView({ channels: [...METHODS, offeredChannel('boleto', { missing: ['name', 'email', 'document'] })] });
    const first = await postForm(`${checkout.onlineUrl}/method`, { channel: 'boleto', 'name-boleto': 'Ana Souza' });
    expect(first.status).toBe(422);
    expect(first.document.querySelectorAll('#errors a').map((link) => link.getAttribute('href'))).toEqual([
      '#email-boleto',
      '#document-boleto',
    ]);
    expect(first.document.querySelector('#name-boleto')?.getAttribute('value')).toBe('Ana Souza');
    expect(first.document.querySelector('input[value=boleto]')?.hasAttribute('checked')).toBe(true);
    const details = { name: 'Ana Souza', email: 'ana@example.com', document: '123.456.789-09' };
    const fields = Object.fromEntries(Object.entries(details).map(([field, value]) => [`${field}-boleto`, value]));
    await postForm(`${checkout.onlineUrl}/method`, { channel: 'boleto', ...fields });
    expect(checkout.online.calls).toEqual([['start', PAYMENT_ID, 'boleto', expect.objectContaining(details)]]);
  });

  it('has no field for data that comes with the request', async () => {
    checkout.online.setView({ channels: [offeredChannel('mbank', { missing: ['ip', 'userAgent'] }), offeredChannel('card')] });
    expect((await page()).document.querySelectorAll('.method-fields input')).toEqual([]);
    expect((await postForm(`${checkout.onlineUrl}/method`, { channel: 'mbank' })).status).toBe(303);
    expect(checkout.online.calls).toHaveLength(1);
  });

  it.each([
    [{ problem: 'channel_unusable' } as const, 422],
    [{ problem: 'too_many_attempts' } as const, 422],
    [{ problem: 'channel_unreachable' } as const, 503],
  ])('shows the error %j', async (problem, status) => {
    checkout.online.startResult = { ok: false, ...problem };
    const response = await postForm(`${checkout.onlineUrl}/method`, { channel: 'card' });
    expect(response.status).toBe(status);
    expect(response.text).toContain(TEXTS.en.payments.errors[problem.problem]);
  });

  it('rejects a method that is not offered, and ignores a form for an earlier state', async () => {
    expect((await postForm(`${checkout.onlineUrl}/method`, { channel: 'pix' })).status).toBe(422);
    expect((await postForm(`${checkout.onlineUrl}/method`, { channel: 'card', state: 'before' })).status).toBe(303);
    expect(checkout.online.calls).toEqual([]);
  });

  it('is skipped when there is one method: the payer is redirected once, and HEAD and prefetch requests start nothing', async () => {
    checkout.online.setView({ channels: [offeredChannel('mbank')], directChannel: 'mbank' });
    await fetch(checkout.onlineUrl, { method: 'HEAD' });
    await getPage(checkout.onlineUrl, { 'sec-purpose': 'prefetch' });
    expect(checkout.online.calls).toEqual([]);
    expect((await page()).headers.get('location')).toBe(`/pay/${PAYMENT_ID}/away`);
    checkout.online.setView({ channels: [offeredChannel('mbank')], directChannel: 'mbank', channel: 'mbank' });
    expect((await page()).status).toBe(200);
    expect(checkout.online.calls).toHaveLength(1);
  });
});

describe('a BLIK code', () => {
  const send = (fields: Record<string, string>) => postForm(`${checkout.onlineUrl}/code`, fields);

  it('is submitted once: a form for an earlier state uses up no code', async () => {
    checkout.online.setStep(NEEDS_CODE);
    expect((await send({ code: '123456', state: 'second' })).status).toBe(303);
    expect((await send({ code: '123456', state: 'second' })).status).toBe(303);
    expect(checkout.online.calls).toHaveLength(1);
  });

  it('leads after the last try to another method or to the shop, not to another code', async () => {
    const failure = { reason: 'code_invalid', ticketCode: 'INVALID_BLIK_CODE' } as const;
    checkout.online.setStep(
      { kind: 'none' },
      { stage: 'choose', failure, codesLeft: 0, channels: METHODS.filter(({ takesCode }) => !takesCode) },
    );
    const withMethods = await page();
    expect(withMethods.text).toContain('No more BLIK codes can be entered. Choose another method below.');
    expect(withMethods.text).not.toContain('Enter a new code');
    checkout.online.setStep({ kind: 'none' }, { stage: 'choose', failure, codesLeft: 0, channels: [] });
    const withoutMethods = await page();
    expect(withoutMethods.text).toContain('No more BLIK codes can be entered. Return to the shop to pay in another way.');
    expect(withoutMethods.document.querySelector('#failure a')?.getAttribute('href')).toBe('https://shop.example/sorry');
  });

  it('has its decline reason on the page of the expired payment when no other code followed', async () => {
    const failure = { reason: 'insufficient_funds', ticketCode: 'INSUFFICIENT_FUNDS' } as const;
    checkout.online.setStage('expired', { failure });
    expect((await page()).text).toContain(TEXTS.en.payments.failure.amount_too_high.text);
    for (const reason of ['expired', 'canceled', 'not_sent', 'not_found'] as const) {
      checkout.online.setStage('expired', { failure: { reason, ticketCode: null } });
      expect((await page()).document.querySelector('.outcome .strong')).toBeNull();
    }
  });

  it('has its decline reason on the page, also when the page is opened again', async () => {
    checkout.online.setStep(NEEDS_CODE);
    checkout.online.codeResult = { ok: false, problem: 'declined', reason: 'code_expired' };
    expect((await send({ code: '123456' })).status).toBe(303);
    checkout.online.setStep(NEEDS_CODE, { failure: { reason: 'code_expired', ticketCode: 'BLIK_CODE_EXPIRED' }, codesLeft: 4 });
    for (const visit of [await page(), await page()]) {
      expect(visit.text).toContain('Enter a new code from your bank’s app.');
      expect(visit.text).toContain('4 codes left');
    }
  });

  it('is confirmed in the app: the limit is counted down silently, and nothing else can be paid meanwhile', async () => {
    checkout.online.setStep(WAIT_IN_APP, { channel: 'blik' });
    const { document, text } = await page();
    expect(document.querySelector('[role=timer]')?.getAttribute('data-left')).toBe('55');
    expect(text).toContain('confirm PLN 1,234.50');
    expect(document.querySelectorAll('main form')).toEqual([]);
    expect(document.querySelector('#payment')?.getAttribute('data-state')).toBe('second');
  });

  it.each([10, 11, 59])('has a visible time to confirm, with and without scripts: %d minutes', async (minutes) => {
    checkout.online.setStep({ kind: 'waitPayer', until: new Date(NOW.getTime() + minutes * 60_000) }, { channel: 'blik' });
    const { document, text } = await page();
    const timerText = document.querySelector('[role=timer]')?.textContent;
    expect(timerText ?? (/Confirm before .* at \d\d:\d\d CET/.test(text) && 'a moment')).toBe(minutes === 10 ? '10:00' : 'a moment');
  });

  it('is still waited for after the time to confirm, because only the acquirer knows the outcome', async () => {
    checkout.online.setStep({ kind: 'waitPayer', until: NOW }, { channel: 'blik' });
    expect((await page()).text).toContain('Do not pay again');
  });
});

describe('the decline reason of an attempt', () => {
  const reasonsWithErrorCode = FAILURE_REASONS.filter((reason) => BLIK_ERROR_CODE_OF[reason] !== null);

  it.each(reasonsWithErrorCode)('%s has a text and a next step in every language', async (reason) => {
    checkout.online.setStep(NEEDS_CODE, { failure: { reason, ticketCode: BLIK_ERROR_CODE_OF[reason] } });
    for (const language of LOCALES) {
      const { document } = await getPage(checkout.onlineUrl, { 'accept-language': language });
      const { text, next } = TEXTS[language].payments.failure[CATEGORY_OF[reason]];
      expect(document.querySelector('#failure')?.textContent).toContain(text);
      expect(document.querySelector('#failure strong')?.textContent).toBe(next);
    }
  });

  it('is followed by all methods, with the tried method chosen', async () => {
    checkout.online.setView({ channel: 'mbank', failure: { reason: 'payer_declined', ticketCode: 'USER_DECLINED' } });
    const { document } = await page();
    expect(document.querySelector('input[checked]')?.getAttribute('value')).toBe('mbank');
    expect(document.querySelectorAll('input[type=radio]')).toHaveLength(METHODS.length);
  });
});

describe('the return from the acquirer:', () => {
  it.each([
    ['GET', {}],
    ['POST', { 'sec-fetch-site': 'cross-site', origin: 'https://bank.example' }],
    ['POST', { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }],
  ])('%s %j polls the acquirer, trusts no parameter, and redirects to the page', async (method, headers) => {
    const response = await fetch(`${checkout.onlineUrl}/return?status=paid&lang=en`, {
      method,
      headers,
      redirect: 'manual',
      ...(method === 'POST' && { body: 'status=paid' }),
    });
    expect([response.status, response.headers.get('location')?.split('?')[0]]).toEqual([303, `/pay/${PAYMENT_ID}`]);
    expect(checkout.online.calls).toEqual([['return', PAYMENT_ID]]);
  });

  it('a form of another website is rejected on the paths of the payment’s forms', async () => {
    for (const form of ['method', 'code', 'leave', 'cancel']) {
      expect((await postForm(`${checkout.onlineUrl}/${form}`, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    }
    expect(checkout.online.calls).toEqual([]);
  });

  it('the running attempt can be continued, or abandoned for another method', async () => {
    checkout.online.setStep(REDIRECT);
    const { document } = await page();
    expect(document.querySelector('a.primary')?.getAttribute('href')).toBe(BANK_URL.replaceAll('"', '&quot;').replaceAll('&quot;', '"'));
    await postForm(`${checkout.onlineUrl}/leave`, { state: 'first' });
    expect(checkout.online.calls).toEqual([]);
    const abandoned = await postForm(`${checkout.onlineUrl}/leave`, { state: 'second' });
    expect([abandoned.status, checkout.online.calls]).toEqual([303, [['leave', PAYMENT_ID]]]);
  });

  it('an unknown payment gets a 404 page', async () => {
    for (const path of ['', '/return', '/away', '/status', '/events']) {
      expect((await getPage(`${checkout.origin}/pay/019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30${path}`)).status).toBe(404);
    }
  });
});

describe('the state that the page follows', () => {
  const followed = async () => (await page()).document.querySelector('[data-follow]')?.getAttribute('data-state') ?? null;

  it.each([
    ['at a bank', REDIRECT],
    ['in an app', WAIT_IN_APP],
    ['scanned', PIX],
    ['printed', BOLETO],
  ])('is that of a step outside this page: %s', async (_, step) => {
    checkout.online.setStep(step);
    expect(await followed()).toBe('second');
  });

  it('is none while the payer types on the page, or after a final state', async () => {
    expect(await followed()).toBeNull();
    checkout.online.setStep(NEEDS_CODE);
    expect(await followed()).toBeNull();
    for (const stage of ['paid', 'refunded', 'fraud'] as const) {
      checkout.online.setStage(stage);
      expect(await followed()).toBeNull();
    }
  });
});

describe('the cart', () => {
  it('is listed with the total price of each line', async () => {
    const cart = [
      { name: 'Moneta', quantity: 2, priceMinor: 50_000 },
      { name: 'Etui', quantity: 1, priceMinor: 23_450 },
    ];
    checkout.online.setView({ cart });
    const { document } = await page();
    expect(document.querySelectorAll('.cart dt').map((name) => name.textContent)).toEqual(['2 × Moneta', 'Etui']);
    expect(document.querySelectorAll('.cart dd').map((price) => price.textContent)).toEqual(['PLN\u00a01,000.00', 'PLN\u00a0234.50']);
  });
});

describe('the only method', () => {
  it.each([
    ['BLIK', offeredChannel('blik')],
    ['a method with required details', offeredChannel('boleto', { missing: ['name'] })],
  ])('is preselected and starts no attempt by itself when it requires input: %s', async (_, only) => {
    checkout.online.setView({ channels: [only] });
    const { status, document } = await page();
    expect([status, checkout.online.calls]).toEqual([200, []]);
    expect(document.querySelector('input[type=radio]')?.hasAttribute('checked')).toBe(true);
  });
});

describe('the method that was chosen last', () => {
  const choose = (fields: Record<string, string>, cookie = '') =>
    postForm(`${checkout.onlineUrl}/method`, fields, cookie ? { cookie } : {});
  const cookieOf = ({ headers }: FetchedPage): string => headers.get('set-cookie') ?? '';

  it('is remembered for 180 days when the payer ticks the box, as the method’s id only', async () => {
    expect((await page()).document.querySelector('input[name=remember]')?.hasAttribute('checked')).toBe(false);
    expect(cookieOf(await choose({ channel: 'mbank' }))).toBe('');
    checkout.online.reset();
    expect(cookieOf(await choose({ channel: 'mbank', remember: '1' }))).toMatch(
      /^pay_method=mbank; Max-Age=15552000; Path=\/pay; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
  });

  it('is listed first and preselected for the next payment', async () => {
    const { document, text } = await getPage(checkout.onlineUrl, { cookie: 'other=1; pay_method=ing; more=2' });
    expect(document.querySelectorAll('.method-group h2')[0]?.textContent).toBe('Last used');
    expect(radios(document).slice(0, 2)).toEqual(['ing', 'blik']);
    expect(radios(document)).toHaveLength(METHODS.length);
    expect(document.querySelector('input[type=radio][checked]')?.getAttribute('value')).toBe('ing');
    expect(document.querySelector('input[name=remember]')?.hasAttribute('checked')).toBe(true);
    expect(text).toContain('180 days');
  });

  it('is overridden by the method of this payment’s last attempt, and by the submitted choice', async () => {
    checkout.online.setView({ channel: 'card' });
    const { document } = await getPage(checkout.onlineUrl, { cookie: 'pay_method=ing' });
    expect(document.querySelector('input[type=radio][checked]')?.getAttribute('value')).toBe('card');
    const withWrongCode = await choose({ channel: 'blik', code: '1' }, 'pay_method=ing');
    expect(withWrongCode.document.querySelector('input[type=radio][checked]')?.getAttribute('value')).toBe('blik');
    expect(withWrongCode.document.querySelector('input[name=remember]')?.hasAttribute('checked')).toBe(false);
    expect(cookieOf(withWrongCode)).toBe('');
  });

  it('is deleted when the payer unticks the box', async () => {
    expect(cookieOf(await choose({ channel: 'mbank' }, 'pay_method=ing'))).toMatch(/^pay_method=; Path=\/pay; Expires=Thu, 01 Jan 1970/);
  });

  it.each(['pay_method=pix', 'pay_method=nonsense', 'pay_method=', 'my_pay_method=ing', 'pay_method="ing"'])(
    'is ignored when it cannot be used: %s',
    async (cookie) => {
      const { document } = await getPage(checkout.onlineUrl, { cookie });
      expect(radios(document)).toEqual(METHODS.map(({ id }) => id));
      expect(document.querySelector('input[type=radio][checked]')?.getAttribute('value')).toBe('blik');
    },
  );
});

describe('the page of a slow payment', () => {
  it.each(['waiting', 'confirmed', 'checking'] as const)('links to the shop’s URL for pending payments: %s', async (stage) => {
    checkout.online.setStage(stage, { pendingUrl: 'https://shop.example/pending' });
    expect((await page()).document.querySelector('a.primary')?.getAttribute('href')).toBe('https://shop.example/pending');
  });

  it('links to that URL from a voucher as well, below the voucher’s number', async () => {
    checkout.online.setStep(BOLETO, { channel: 'boleto', pendingUrl: 'https://shop.example/pending' });
    const { document } = await page();
    expect(document.querySelectorAll('.last a').map((link) => link.getAttribute('href'))).toEqual(['https://shop.example/pending']);
    expect(document.querySelectorAll('.primary').map((button) => button.text.trim())).toEqual(['Copy the code']);
  });

  it('links to the success URL after the authorization when the shop sent no URL for pending payments', async () => {
    checkout.online.setStage('confirmed');
    expect((await page()).document.querySelector('a.primary')?.getAttribute('href')).toContain('https://shop.example/thanks');
    checkout.online.setStage('waiting');
    expect((await page()).document.querySelector('a.primary')).toBeNull();
  });

  it('has no link to that URL while the payer has a next step', async () => {
    for (const step of [NEEDS_CODE, REDIRECT, WAIT_IN_APP]) {
      checkout.online.setStep(step, { pendingUrl: 'https://shop.example/pending' });
      expect((await page()).html).not.toContain('https://shop.example/pending');
    }
  });
});

describe('the notice on a test payment', () => {
  it('links to the simulated bank app or bank', async () => {
    const simulated = await startCheckout({ SANDBOX: 'on', SANDBOX_URL: 'http://sandbox.example:3001' });
    const notice = async () => {
      const link = (await getPage(simulated.onlineUrl)).document.querySelector('.notice.test a');
      return link && [link.textContent, link.getAttribute('href')];
    };
    const app = ['simulated bank app', 'http://sandbox.example:3001/bank-app'];
    try {
      simulated.online.setView({ test: true });
      expect(await notice()).toEqual(app);
      simulated.online.setView({ test: true, channels: ALL_BANKS });
      expect(await notice()).toBeNull();
      for (const step of [NEEDS_CODE, WAIT_IN_APP]) {
        simulated.online.setStep(step, { test: true, channels: [] });
        expect(await notice()).toEqual(app);
      }
      simulated.online.setStep(BOLETO, { test: true });
      expect(await notice()).toEqual(['simulated bank', 'https://acquirer.example/boleto/7']);
      simulated.online.setStep(BOLETO, { test: false });
      expect(await notice()).toBeNull();
      simulated.online.setStage('paid', { test: true });
      expect(await notice()).toBeNull();
    } finally {
      await simulated.close();
    }
  });

  it('has no link while the sandbox is off', async () => {
    checkout.online.setView({ test: true });
    expect((await page()).document.querySelector('.notice.test')?.textContent).toBe('Test mode. No money is taken.');
  });
});

describe('the time to pay', () => {
  it('is extended when the payer requests more time, while an extension is allowed', async () => {
    for (const step of [null, NEEDS_CODE, REDIRECT]) {
      if (step) checkout.online.setStep(step);
      else checkout.online.setView();
      const { document, text } = await page();
      expect(text).toContain('Pay before 14:00');
      expect(document.querySelector('form[action="/pay/' + PAYMENT_ID + '/extend"] button')?.textContent).toBe('I need more time');
    }
    const response = await postForm(`${checkout.onlineUrl}/extend`, {});
    expect([response.status, checkout.online.calls]).toEqual([303, [['extend', PAYMENT_ID]]]);
    checkout.online.setView({ canExtend: false });
    expect((await page()).document.querySelectorAll('form[action$="/extend"]')).toEqual([]);
    checkout.online.setView({ expiresAt: new Date('2026-11-21T23:26:00Z') });
    expect((await page()).text).toContain('Pay before 00:26 tomorrow');
    checkout.online.setView({ expiresAt: new Date(NOW.getTime() + 2 * 86_400_000) }); // a time of day alone would not name the right day
    expect((await page()).text).not.toContain('Pay before');
  });
});

describe('a displayed payment', () => {
  it('is drawn by the server, with its data as text to copy and its end with a zone', async () => {
    checkout.online.setStep(PIX, { channel: 'pix' });
    const { document, text } = await page();
    const { payload } = PIX as { payload: string };
    expect(document.querySelector('.qr')?.getAttribute('aria-label')).toBe('QR code for the payment of PLN\u00a01,234.50 to Leśna Gra');
    expect(document.querySelector('#payload')?.textContent).toBe(payload);
    expect(document.querySelector('[data-copy]')?.getAttribute('data-copy')).toBe(payload);
    expect(text).toContain('Pay before 22 November 2026 at 09:00 GMT-3');
  });

  it('shows its end in the time zone of the place of payment: a boleto in São Paulo’s, cash in Warsaw’s', async () => {
    checkout.online.setStep(BOLETO, { channel: 'boleto' });
    expect((await page()).text).toContain('Pay before 24 November 2026 at 23:59 GMT-3');
    checkout.online.setStep(BOLETO, { channel: 'paysafecash' });
    expect((await page()).text).toContain('Pay before 25 November 2026 at 03:59 CET');
  });

  it('is in Portuguese for payers in Brazil, with their currency and the time of Brasília', async () => {
    const brl = { currency: 'BRL', amountMinor: 123_456, plnMinor: 101_246, plnRate: '0.8201' };
    checkout.online.setStep(PIX, { channel: 'pix', ...brl });
    const pix = await pageFor('pt-BR,pt;q=0.9');
    expect(pix.document.querySelector('html')?.getAttribute('lang')).toBe('pt-BR');
    expect(pix.document.querySelector('.sum')?.textContent).toBe('R$\u00a01.234,56');
    expect(pix.text).toContain('Pague até 22 de novembro de 2026 às 09:00 (horário de Brasília).');
    expect(pix.document.querySelector('.qr')?.getAttribute('aria-label')).toBe('QR code do pagamento de R$\u00a01.234,56 a Leśna Gra');
    checkout.online.setStep(BOLETO, { channel: 'boleto', ...brl });
    expect((await pageFor('pt')).text).toContain('Pague até 24 de novembro de 2026 às 23:59 (horário de Brasília).');
    checkout.online.setStep(BOLETO, { channel: 'paysafecash' });
    expect((await pageFor('pt-PT')).text).toContain('25 de novembro de 2026 às 03:59 (horário de Varsóvia)');
  });

  it('shows the number of a boleto grouped as in print, and copies it ungrouped', async () => {
    const payload = '00190500954014481606906809350314337370000000100';
    checkout.online.setStep({ ...BOLETO, payload } as NextStep, { channel: 'boleto' });
    const { document } = await page();
    expect(document.querySelector('#payload')?.textContent).toBe('00190.50095 40144.816069 06809.350314 3 37370000000100');
    expect(document.querySelector('[data-copy]')?.getAttribute('data-copy')).toBe(payload);
  });

  it('draws the barcode of a boleto whose check digits are right, and no barcode of another payload', async () => {
    const drawingLabel = async () => (await page()).document.querySelector('.drawn')?.getAttribute('aria-label') ?? null;
    checkout.online.setStep(BOLETO, { channel: 'boleto' });
    expect(await drawingLabel()).toBe('Barcode for the payment of PLN\u00a01,234.50 to Leśna Gra');
    for (const payload of ['1234 5678 9012 3456', '00190.50095 40144.816069 06809.350314 4 37370000000100']) {
      checkout.online.setStep({ ...BOLETO, payload } as NextStep, { channel: 'boleto' });
      expect(await drawingLabel()).toBeNull();
    }
  });

  it('links to the printable voucher', async () => {
    checkout.online.setStep(BOLETO, { channel: 'boleto' });
    const { document } = await page();
    expect(document.querySelector('a[href="https://acquirer.example/boleto/7"]')?.textContent).toBe('Open the printable voucher');
  });
});

describe('the final page', () => {
  it('is a receipt with amount, exchange rate, date and method', async () => {
    checkout.online.setStage('paid', { currency: 'EUR', plnMinor: 538_896, plnRate: '4.3653000000', channel: 'card' });
    const { document } = await page();
    expect(document.querySelectorAll('.receipt dd').map((line) => line.textContent.replace(/\s+/g, ' '))).toEqual([
      'EUR 1,234.50',
      'PLN 5,388.96, at 1 EUR = 4.3653 PLN',
      '21 November 2026 at 13:00 CET',
      'Card',
    ]);
  });

  it('shows completed and pending refunds of a paid payment', async () => {
    const refundLines = async (refundMinor: number, refundedMinor: number): Promise<string[]> => {
      checkout.online.setStage('paid', { refundMinor, refundedMinor });
      const { text } = await page();
      return [...text.replaceAll('\u00a0', ' ').matchAll(/PLN [\d.]+ (?:has been|is being) refunded to (?:the|you)/g)].map(
        ([line]) => line,
      );
    };
    expect(await refundLines(0, 0)).toEqual([]);
    expect(await refundLines(5_050, 0)).toEqual(['PLN 50.50 is being refunded to you']);
    expect(await refundLines(5_050, 3_000)).toEqual(['PLN 30.00 has been refunded to the', 'PLN 20.50 is being refunded to you']);
    expect(await refundLines(5_050, 5_050)).toEqual(['PLN 50.50 has been refunded to the']);
  });

  it.each([
    ['paid', 'good', 'Your payment to Leśna Gra has been made'],
    ['canceled', 'calm', 'We have not received this payment'],
    ['expired', 'calm', 'We have not received this payment'],
    ['failed', 'bad', 'We have not received this payment'],
    ['refunded', 'calm', 'The money is refunded to the payment method that you used. Depending on your bank, this takes a few days.'],
    ['fraud', 'bad', 'The money is refunded to the payment method that you used. Depending on your bank, this takes a few days.'],
  ] as const)('says in the stage %s what happened to the money, with the sign %s', async (stage, sign, line) => {
    checkout.online.setStage(stage);
    const { document, text } = await page();
    expect(text).toContain(line);
    expect(document.querySelector('.sign')?.getAttribute('class')).toBe(`sign ${sign}`);
    expect(document.querySelector('.amount .label-small')?.textContent).toBe('Amount');
  });

  it('announces the redirect right below the result, and does not redirect from the receipt of a mandate', async () => {
    checkout.online.setStage('paid');
    const { html } = await page();
    expect(html.indexOf('data-return-seconds')).toBeGreaterThan(html.indexOf('id="heading"'));
    expect(html.indexOf('data-return-seconds')).toBeLessThan(html.indexOf('class="facts receipt"'));
    for (const { prepare } of ONLINE_PAGES.filter(({ name }) => ['paid, with an agreement', 'paid, a setup payment'].includes(name))) {
      prepare(checkout.online, {});
      const mandatePage = await page();
      expect(mandatePage.document.querySelector('.last a')?.getAttribute('href')).toContain('https://shop.example');
      expect(mandatePage.html).not.toMatch(/data-return-seconds|http-equiv="refresh"/);
    }
  });

  it('says that nothing was taken only when no attempt was started', async () => {
    checkout.online.setStage('expired', { channel: null });
    expect((await page()).text).toContain('Nothing was taken');
    checkout.online.setStage('expired');
    expect((await page()).text).not.toContain('Nothing was taken');
  });

  it.each(['expired', 'canceled', 'failed'] as const)('says for a setup payment in the stage %s that nothing was taken', async (stage) => {
    checkout.online.setStage(stage, { channel: 'blik-recurrent', amountMinor: 0, plnMinor: 0 });
    const { text } = await page();
    expect(text).toContain('Nothing was taken');
    expect(text).not.toContain('We have not received this payment');
  });

  it.each([
    [null, 10_000, 'Nothing was taken.'],
    [
      'mbank',
      10_000,
      'We have not received this payment. If your bank shows it, do not pay again: it will be used for this payment or refunded to you.',
    ],
    ['blik-recurrent', 0, 'Nothing was taken.'],
  ] as const)(
    'for a closed payment with channel %s and amount %i says on the page and in the panel: %j',
    async (channel, amountMinor, line) => {
      checkout.online.setStage('choose', { closed: true, channels: [], channel, amountMinor, plnMinor: amountMinor });
      expect((await page()).text).toContain(line);
      expect(paymentPageText(checkout.online.view, 'en', NOW)).toEqual([
        'This shop does not accept payments at the moment',
        'The payment cannot be made. The shop can tell you more.',
        line,
      ]);
    },
  );

  it.each(['expired', 'canceled', 'failed', 'checking'] as const)(
    'still follows the state in the stage %s, because money may arrive late',
    async (stage) => {
      checkout.online.setStage(stage);
      expect((await page()).document.querySelector('[data-follow]')?.getAttribute('data-state')).toBe(`third-${stage}`);
    },
  );

  it('is shown after the payer cancels the payment', async () => {
    const response = await postForm(`${checkout.onlineUrl}/cancel`, {});
    expect([response.status, checkout.online.calls]).toEqual([303, [['cancel', PAYMENT_ID]]]);
    expect((await page()).text).toContain('Payment cancelled');
  });

  it('describes a held payment in neutral words', async () => {
    checkout.online.setStage('checking');
    expect((await page()).text).not.toMatch(/fraud|suspicious/i);
  });
});
