import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LOCALES } from '../../src/common/locale.js';
import { TEXTS } from '../../src/web/languages/texts.js';
import { BRAND } from './support/brand.js';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';
import {
  ACCEPTED_MANDATE,
  CHARGED_SUBSCRIPTION,
  CHARGED_MANDATE,
  MODEL_A,
  recurringPayment,
  SUBSCRIPTION_ID,
} from './support/fake-online-payment.js';
import { NOW } from './support/fake-payment.js';
import { type FetchedPage, getPage, postForm } from './support/page.js';

let checkout: CheckoutApp;
beforeAll(async () => {
  checkout = await startCheckout({ SANDBOX: 'off', PAYER_CONTACT: 'help@gateway.example', PUBLIC_URL: 'https://pay.example' });
});
afterAll(() => checkout.close());
beforeEach(() => checkout.online.reset());

const page = (subpath = '', headers: Record<string, string> = {}): Promise<FetchedPage> =>
  getPage(`${checkout.subscriptionUrl}${subpath}`, headers);
const end = (headers: Record<string, string> = {}): Promise<FetchedPage> => postForm(`${checkout.subscriptionUrl}/end`, {}, headers);
const path = (): string => new URL(checkout.subscriptionUrl).pathname;
const heading = ({ document }: FetchedPage): string | undefined => document.querySelector('h1')?.textContent;

describe('the link to the page of a subscription', () => {
  const link = async (): Promise<string | undefined> =>
    (await getPage(checkout.onlineUrl)).document.querySelector('.own-page a')?.getAttribute('href');

  it.each([
    ['the receipt of the agreement', ACCEPTED_MANDATE],
    ['the receipt of a charge', CHARGED_MANDATE],
  ])('is signed on %s, and its full URL is printed', async (_, mandate) => {
    checkout.online.setStage('paid', { channel: 'blik-recurrent', recurring: recurringPayment(mandate) });
    expect(await link()).toBe(path());
    const { document } = await getPage(checkout.onlineUrl);
    expect(document.querySelector('.own-page a')?.getAttribute('data-address')).toBe(`https://pay.example${path()}`);
  });

  it('is on the page of a charge that waits for its payer', async () => {
    checkout.online.setRecurring({ ...CHARGED_MANDATE, awaitsPayer: true });
    expect(await link()).toBe(path());
  });

  it('is missing before the consent and after the end of the subscription', async () => {
    checkout.online.setRecurring();
    expect(await link()).toBeUndefined();
    checkout.online.setStage('paid', { recurring: recurringPayment({ ...ACCEPTED_MANDATE, status: 'subscription_cancelled' }) });
    expect(await link()).toBeUndefined();
  });
});

describe('the page of a subscription', () => {
  it('shows the accepted consent text in its own language, also on a page in another language', async () => {
    const subscriptionPage = await page();
    expect([subscriptionPage.status, heading(subscriptionPage)]).toEqual([200, 'Your agreement with Leśna Gra']);
    const consentText = subscriptionPage.document.querySelector('dl[lang=pl]');
    expect(consentText?.textContent).toContain('29,99 zł, nigdy więcej');
    expect(subscriptionPage.text).toContain('The agreement is in force.');
    for (const fact of ['abcdef012345', 'Polski', '198.51.100.7']) expect(subscriptionPage.text).toContain(fact);
  });

  it('shows the terms of a mandate that was accepted in the shop', async () => {
    checkout.online.subscription = {
      ...CHARGED_SUBSCRIPTION,
      mandate: { ...CHARGED_SUBSCRIPTION.mandate, consentEvidence: null, terms: MODEL_A },
    };
    const { text } = await page();
    for (const term of ['At most PLN 29.99', 'Every month', '30 November 2027', 'Książka miesiąca']) expect(text).toContain(term);
  });

  it('lists the charges with their dates, and the next one', async () => {
    const charges = (await page()).document.querySelector('.charges');
    expect(charges?.querySelectorAll('dt').map((day) => day.textContent.split(' at ')[0])).toEqual(['1 November 2026', '1 October 2026']);
    expect(charges?.querySelectorAll('dd').map((sum) => sum.textContent.replaceAll('\u00a0', ' '))).toEqual(['PLN 29.99', 'PLN 1,234.50']);
    const { text } = await page();
    expect(text).toContain('PLN 1,264.49 · 2 payments');
    expect(text).toMatch(/Next charge ?1 December 2026/);
    expect(text).not.toContain('The latest ones are listed.');
  });

  it('says when nothing was charged, and when the list is incomplete', async () => {
    checkout.online.subscription = { ...CHARGED_SUBSCRIPTION, payments: [], paymentCount: 0, paidMinor: 0 };
    expect((await page()).text).toContain('Nothing has been charged so far.');
    checkout.online.subscription = { ...CHARGED_SUBSCRIPTION, paymentCount: 30, paidMinor: 3_000_00 };
    expect((await page()).text).toContain('PLN 3,000.00 · 30 payments');
    expect((await page()).text).toContain('The latest ones are listed.');
  });

  it('says what ending means, and links to a page that asks for confirmation', async () => {
    const subscriptionPage = await page();
    expect(subscriptionPage.text).toContain(TEXTS.en.payments.subscription.ends);
    expect(subscriptionPage.document.querySelectorAll('form')).toEqual([]);
    expect(subscriptionPage.document.querySelector('.last a')?.getAttribute('href')).toBe(`${path()}/end`);
    const confirmation = await page('/end');
    expect([heading(confirmation), confirmation.text.includes('Książka miesiąca'), checkout.online.calls]).toEqual([
      'End the agreement?',
      true,
      [],
    ]);
    expect(confirmation.document.querySelector('form')?.getAttribute('action')).toBe(`${path()}/end`);
    expect(confirmation.document.querySelector('.more a')?.getAttribute('href')).toBe(path());
  });

  it.each(LOCALES)('exists in %s', async (language) => {
    const headers = { 'accept-language': language };
    const t = TEXTS[language].payments.subscription;
    expect(heading(await page('', headers))).toBe(t.title('Leśna Gra'));
    expect(heading(await page('/end', headers))).toBe(t.confirm.title);
    await end(headers);
    expect(heading(await page('', headers))).toBe(t.over.title);
  });
});

describe('the link and the pages of a subscription', () => {
  it('contain only an id and a signature in their path', () =>
    expect(path()).toMatch(/^\/pay\/agreements\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/\d+\.[\w-]{22}$/));

  it('are not cached, not indexed, not sent as referrer, and have a strict content security policy', async () => {
    const pages = [await page(), await page('/end')];
    await end();
    pages.push(await page(), await getPage(`${checkout.origin}/pay/agreements/x/y`));
    for (const { headers, document } of pages) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none';.*script-src 'self';.*form-action 'self';frame-ancestors 'none';base-uri 'none';require-trusted-types-for 'script'$/,
      );
      expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    }
  });
});

describe('the end of a subscription', () => {
  it('is recorded as the payer’s, and the page then shows only that the agreement has ended', async () => {
    const response = await end();
    expect([response.status, response.headers.get('location')]).toEqual([303, path()]);
    expect(checkout.online.calls).toEqual([['end', SUBSCRIPTION_ID, 'payer', null]]);
    const { text, html } = await page();
    expect(text).toContain('You ended it on 21 November 2026');
    for (const term of ['29,99', 'PLN', '198.51.100.7', 'Książka miesiąca']) expect(html).not.toContain(term);
  });

  it('can be requested twice, and the confirmation page then shows that the agreement has ended', async () => {
    for (let time = 0; time < 2; time += 1) expect((await end()).status).toBe(303);
    expect(heading(await page('/end'))).toBe('The agreement has ended');
    checkout.online.subscription = { ...CHARGED_SUBSCRIPTION, isLive: false, endedAt: NOW, endedBy: 'merchant' };
    expect((await page()).text).toContain('It ended on 21 November 2026');
  });

  it('is rejected from another website', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }] as Record<string, string>[])
      expect((await end(headers)).status).toBe(403);
    expect(checkout.online.calls).toEqual([]);
  });
});

describe('a link without a valid signature', () => {
  it('gets the same page whether the signature was altered, belongs to another subscription, or the path is arbitrary', async () => {
    const [, , , id, signature] = path().split('/') as [string, string, string, string, string];
    const other = id.replace(/.$/, '2');
    const altered = signature.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
    const pages = [
      await getPage(`${checkout.origin}/pay/agreements/${id}/${altered}`),
      await getPage(`${checkout.origin}/pay/agreements/${other}/${signature}`),
      await getPage(`${checkout.origin}/pay/agreements/${other}/1.AAAAAAAAAAAAAAAAAAAAAA/end`),
      await getPage(`${checkout.origin}/pay/agreements/x/y`),
      await postForm(`${checkout.origin}/pay/agreements/${id}/${altered}/end`, {}),
    ];
    const { title, text } = TEXTS.en.shell.problem.link;
    for (const response of pages) expect([response.status, heading(response), response.text.includes(text)]).toEqual([404, title, true]);
    const variants = new Set(pages.slice(0, 4).map(({ html }) => html.replaceAll(/href="[^"]*lang=[^"]*"/g, '')));
    expect([variants.size, checkout.online.calls]).toEqual([1, []]);
  });
});

describe('the withdrawal from the contract with the shop', () => {
  it('is linked from receipts and from the subscription’s page when the service has a URL for it', async () => {
    checkout.online.setStage('paid', { brand: BRAND });
    checkout.online.subscription = { ...CHARGED_SUBSCRIPTION, brand: BRAND };
    for (const url of [checkout.onlineUrl, checkout.subscriptionUrl]) {
      const { document } = await getPage(url);
      const link = document.querySelectorAll('.receipt a').find((each) => each.getAttribute('href') === BRAND.withdrawalUrl);
      expect(link?.textContent).toBe('Withdraw from the contract at lesnagra.example');
    }
    checkout.online.setStage('paid', { brand: { ...BRAND, withdrawalUrl: null } });
    expect((await getPage(checkout.onlineUrl)).text).not.toContain('Withdraw');
  });
});
