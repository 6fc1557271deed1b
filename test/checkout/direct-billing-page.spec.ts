import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';
import { DIFFERENT_OFFERS, NOW, OFFERS } from './support/fake-payment.js';
import { getPage } from './support/page.js';

let checkout: CheckoutApp;
beforeAll(async () => {
  checkout = await startCheckout();
});
afterAll(() => checkout.close());
beforeEach(() => checkout.payment.reset());

const page = (headers: Record<string, string> = {}) => getPage(checkout.pageUrl, headers);

describe('the page for operator and number', () => {
  it('shows seller, item, price, VAT and each operator’s price', async () => {
    const { status, text, document } = await page();
    expect(status).toBe(200);
    for (const expected of ['Leśna Gra', '500 złotych monet', 'PLN 9.99', 'incl. VAT 23%: PLN 1.87']) expect(text).toContain(expected);
    expect(document.querySelectorAll('input[name=operator]').map((input) => input.getAttribute('value'))).toEqual([
      'orange',
      'play',
      't-mobile',
      'plus',
    ]);
    expect(document.querySelectorAll('.tile').map((tile) => tile.querySelector('.number')?.textContent)).toEqual(
      Array(4).fill('PLN\u00a09.99'),
    );
  });

  it('shows price and VAT per operator and the lowest price at the top when prices differ', async () => {
    checkout.payment.setView({ offers: DIFFERENT_OFFERS });
    const { text, document } = await page();
    expect(text).toContain('from PLN 9.99');
    expect(text).toContain('The price depends on your operator');
    expect(document.querySelectorAll('.tile').map((tile) => tile.textContent.replace(/\s+/g, ' ').trim())).toEqual([
      'Or Orange PLN 12.30 incl. VAT 23%: PLN 2.30',
      'Pl Play PLN 9.99 incl. VAT 23%: PLN 1.87',
      'TM T-Mobile PLN 14.76 incl. VAT 23%: PLN 2.76',
      'Ps Plus PLN 11.07 incl. VAT 23%: PLN 2.07',
    ]);
  });

  it('chooses the only operator for the payer', async () => {
    checkout.payment.setView({ offers: OFFERS.slice(2, 3) });
    const { document } = await page();
    expect(document.querySelector('input[name=operator]')?.hasAttribute('checked')).toBe(true);
  });

  it('masks a number that the shop sent and accepts no other', async () => {
    checkout.payment.setView({ phoneFixed: true, phoneNumber: '48500600700' });
    const { text, html, document } = await page();
    expect(text).toContain('+48 500 ••• 700');
    expect(html).not.toContain('600');
    expect(document.querySelector('input[name=phone]')).toBeNull();
  });

  it('names the service when the transaction has no description', async () => {
    checkout.payment.setView({ description: null });
    expect((await page()).text).toContain('Sklep z monetami');
  });
});

describe('the page for the code', () => {
  it('shows the number that the code was sent to and the amount', async () => {
    checkout.payment.setCodeStage();
    const { text, document } = await page();
    expect(text).toContain('to +48 500 600 700 (Orange)');
    expect(text).toContain('Pay PLN 9.99');
    const input = document.querySelector('input[name=code]');
    expect(input?.getAttribute('inputmode')).toBe('numeric');
    expect(input?.getAttribute('autocomplete')).toBe('one-time-code');
  });

  it('tells the script when a new code can be requested', async () => {
    checkout.payment.setCodeStage({ resendAvailableAt: new Date(NOW.getTime() + 12_400) });
    expect((await page()).document.querySelector('[data-wait-seconds]')?.getAttribute('data-wait-seconds')).toBe('13');
  });

  it('offers no new code after the last one', async () => {
    checkout.payment.setCodeStage({ codesLeft: 0 });
    const { document, text } = await page();
    expect(document.querySelectorAll('form').map((form) => form.getAttribute('action')?.split('/').pop())).toEqual(['code', 'extend']);
    expect(text).toContain('This was the last code');
  });

  it('offers only a new code when no tries are left', async () => {
    checkout.payment.setCodeStage({ triesLeft: 0 });
    const { document, text } = await page();
    expect(document.querySelector('input[name=code]')).toBeNull();
    expect(text).toContain('This code can no longer be used');
  });
});

describe('the page after the code', () => {
  it.each(['waiting', 'confirmed'] as const)('reloads itself without a script while %s', async (stage) => {
    checkout.payment.setCodeStage({ stage });
    const { document } = await page();
    expect(document.querySelector('noscript meta[http-equiv=refresh]')?.getAttribute('content')).toBe('5');
    expect(document.querySelector('[data-follow]')?.getAttribute('data-state')).toBe(stage);
  });

  it('links to the shop’s success URL after the payment', async () => {
    checkout.payment.setCodeStage({ stage: 'paid' });
    const { text, document } = await page();
    expect(text).toContain('Your payment to Leśna Gra is complete');
    expect(document.querySelector('a.primary')?.getAttribute('href')).toBe('https://shop.example/thanks?order=7&x=1');
    expect(document.querySelector('noscript meta')?.getAttribute('content')).toBe('5; url=https://shop.example/thanks?order=7&x=1');
  });

  it.each([
    ['insufficient_funds', 'not enough credit'],
    ['blocked_by_operator', 'operator blocks'],
    ['limit_exceeded', 'operator’s limit'],
    ['number_not_served', 'does not serve this number'],
    ['code_expired', 'code has expired'],
    ['too_many_codes', 'wrong too many times'],
    ['expired', 'time to pay has run out'],
    ['other', 'operator declined'],
    [null, 'operator declined'],
  ] as const)('explains the rejection %s and links to the failure URL', async (rejection, reason) => {
    checkout.payment.setCodeStage({ stage: 'rejected', rejection });
    const { status, text, document } = await page();
    expect(status).toBe(200);
    expect(text).toContain(reason);
    expect(document.querySelector('a.primary')?.getAttribute('href')).toBe('https://shop.example/sorry');
  });

  it.each(['confirmed', 'paid'] as const)('does not claim that the shop was informed while %s', async (stage) => {
    checkout.payment.setCodeStage({ stage });
    expect((await page()).text).not.toMatch(/has been told|has learnt|knows (of|about)|learns|informed|notified/i);
    expect((await page({ 'accept-language': 'pl' })).text).not.toMatch(/\bwie już|dowie się|powiadomi|poinformowa/i);
  });

  it.each(['paid', 'rejected'] as const)('masks the payer’s number after the payment has ended: %s', async (stage) => {
    const sandboxed = await startCheckout({ SANDBOX: 'on' });
    try {
      for (const { payment, pageUrl } of [checkout, sandboxed]) {
        payment.setCodeStage({ stage, phoneNumber: '48500600700', phoneFixed: false });
        const { html, text } = await getPage(pageUrl);
        expect(html.replaceAll(/\s/g, '')).not.toMatch(/500600700/);
        if (stage === 'paid') expect(text).toContain('+48 500 ••• 700');
      }
    } finally {
      await sandboxed.close();
    }
  });

  it('has no link back without a URL from the partner', async () => {
    checkout.payment.setCodeStage({ stage: 'paid', successUrl: null });
    const { html } = await page();
    expect(html).not.toContain('Back to the shop');
    expect(html).not.toContain('http-equiv');
  });
});

describe('the status route of a payment', () => {
  it('responds with the state as JSON that is not cached', async () => {
    checkout.payment.setCodeStage({ stage: 'confirmed' });
    const response = await fetch(`${checkout.pageUrl}/status`);
    expect(await response.json()).toEqual({ state: 'confirmed' });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});
