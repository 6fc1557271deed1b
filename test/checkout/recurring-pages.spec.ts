import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Locale, LOCALES } from '../../src/common/locale.js';
import type { PayerMandate } from '../../src/products/payments/checkout/payer-mandate.js';
import { CATEGORY_OF } from '../../src/web/checkout/payments/failure-category.js';
import { TEXTS } from '../../src/web/languages/texts.js';
import { consentTextVersion } from '../../src/web/checkout/payments/mandate/consent-text-version.js';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';
import {
  ACCEPTED_MANDATE,
  BANKS,
  CHARGED_MANDATE,
  WAIT_IN_APP,
  WAIT_FOR_DAYS,
  MODEL_A,
  MODEL_M,
  MODEL_O,
  recurringPayment,
  TWO_APPS,
} from './support/fake-online-payment.js';
import { NOW, PAYMENT_ID } from './support/fake-payment.js';
import { BRAND } from './support/brand.js';
import { type FetchedPage, getPage, postForm } from './support/page.js';

let checkout: CheckoutApp;
beforeAll(async () => {
  checkout = await startCheckout({ SANDBOX: 'off', PAYER_CONTACT: 'help@gateway.example' });
});
afterAll(() => checkout.close());
beforeEach(() => checkout.online.reset());

const page = (language: Locale = 'en'): Promise<FetchedPage> => getPage(checkout.onlineUrl, { 'accept-language': language });
const send = (path: string, fields: Record<string, string>, language: Locale = 'en'): Promise<FetchedPage> =>
  postForm(`${checkout.onlineUrl}/${path}`, fields, { 'accept-language': language });
const normalizeSpaces = (text: string): string => text.replaceAll('\u00a0', ' ').trim();

/** The lines of a list as visible text, by label. */
function linesOf({ document }: FetchedPage, container = '.agreement'): Record<string, string> {
  const list = document.querySelector(`${container} dl`);
  const labels = list?.querySelectorAll('dt') ?? [];
  const values = list?.querySelectorAll('dd') ?? [];
  return Object.fromEntries(
    labels.map((label, index) => [normalizeSpaces(label.textContent), normalizeSpaces(values[index]?.textContent ?? '')]),
  );
}
const seenFieldOf = ({ document }: FetchedPage): string => document.querySelector('input[name=seen]')?.getAttribute('value') ?? '';

describe('the page on which a payer consents to recurring payments', () => {
  it.each([
    ['pl', 'Płatności Powtarzalne BLIK'],
    ['en', 'BLIK Recurring Payments'],
  ] as const)('names the method exactly, in %s', async (language, name) => {
    checkout.online.setRecurring();
    const { document } = await page(language);
    expect(document.querySelector('h1')?.textContent).toBe(name);
    checkout.online.setStage('paid', { channel: 'blik-recurrent', recurring: recurringPayment(ACCEPTED_MANDATE) });
    expect((await page(language)).document.querySelector('.receipt')?.textContent).toContain(name);
  });

  it.each([
    ['A', MODEL_A, 'you are not asked again'],
    ['O', MODEL_O, 'you are not asked again'],
    ['M', MODEL_M, 'You confirm each one in your bank’s app'],
  ] as const)('says that it recurs and whether each charge is confirmed: model %s', async (model, terms, message) => {
    checkout.online.setRecurring({ terms });
    const lead = (await page()).document.querySelector('.lead')?.textContent ?? '';
    expect(lead).toContain('You agree to recurring payments');
    expect(lead).toContain(message);
    for (const language of LOCALES)
      expect((await page(language)).document.querySelector('.lead')?.textContent).toBe(TEXTS[language].payments.agreement.intro[model]);
  });

  it('shows all terms before the code field: what, how much, how often, from when, until when, limits, how to cancel', async () => {
    checkout.online.setRecurring({}, { brand: { ...BRAND, contact: 'help@shop.example' } });
    const pageWithTerms = await page();
    expect(linesOf(pageWithTerms)).toEqual({
      'Product or service': '500 złotych monet',
      Agreement: 'Książka miesiąca',
      'To pay now': 'PLN 1,234.50',
      'Each charge': 'At most PLN 29.99',
      'How often': 'Every month',
      'First charge': '1 December 2026 at the earliest',
      'Valid until': '30 November 2027',
      Limits: 'At most 12 charges, at most PLN 359.88 in all',
      'To cancel': 'At any time in your bank’s app, among the recurring payments, with the link on your receipt, or through the shop',
      'Questions and complaints': 'help@shop.example',
    });
    const { html } = pageWithTerms;
    for (const before of ['class="agreement"', 'class="banks"', 'help@shop.example'])
      expect([before, html.indexOf(before) > 0 && html.indexOf(before) < html.indexOf('id="code"')]).toEqual([before, true]);
  });

  it.each([
    [
      MODEL_O,
      {
        'Each charge': 'Set by the shop, at most PLN 2,000.00',
        'How often': 'Whenever the shop asks for one',
        'First charge': 'At any time after you have agreed',
        'Valid until': 'Until cancelled',
        Limits: 'No limit on the number or the total of the charges',
      },
    ],
    [
      MODEL_M,
      {
        'Each charge': 'Set by the shop; you see it before you confirm it',
        'How often': 'Every 2 weeks',
        'Valid until': 'Until cancelled',
      },
    ],
  ])('shows the terms of another model: %j', async (terms, lines) => {
    checkout.online.setRecurring({ terms });
    expect(linesOf(await page())).toMatchObject(lines);
  });

  it('names the banks that support recurring payments before the code field, also after a failure at a bank without support', async () => {
    for (const failure of [null, { reason: 'not_supported', ticketCode: 'BLIK_CODE_NOT_SUPPORTED' } as const]) {
      checkout.online.setRecurring({}, { failure });
      const { document, html } = await page();
      expect(document.querySelectorAll('.banks li').map((bank) => bank.querySelector('span:last-child')?.textContent)).toEqual(
        BANKS.map(({ name }) => name),
      );
      expect(document.querySelectorAll('.banks use').map((mark) => mark.getAttribute('href'))).toEqual(Array(3).fill('#icon-bank'));
      expect(document.querySelectorAll('.banks [aria-hidden=true]')).toHaveLength(3);
      expect(html.indexOf('class="banks"')).toBeLessThan(html.indexOf('id="code"'));
      expect(document.querySelector('#failure')?.textContent ?? null).toEqual(failure && expect.stringContaining('one of the banks below'));
    }
  });

  it.each(LOCALES)(
    'has no box to tick, and a button that states the obligation to pay, also when nothing is paid today: %s',
    async (language) => {
      for (const amountMinor of [0, 2_999]) {
        checkout.online.setRecurring({}, { amountMinor, plnMinor: amountMinor });
        const { document } = await page(language);
        expect(document.querySelectorAll('input[type=checkbox]')).toEqual([]);
        const button = document.querySelector('form[action$="/agree"] button')?.textContent ?? '';
        const obligation = {
          pl: 'z obowiązkiem zapłaty',
          en: 'with obligation to pay',
          uk: 'із зобов’язанням сплатити',
          de: 'Zahlungspflichtig',
          'pt-BR': 'com obrigação de pagar',
        };
        expect(button).toContain(obligation[language]);
        expect(button).toMatch(amountMinor === 0 ? /0[.,]00/ : /29[.,]99/);
      }
    },
  );

  it('links to the shop wherever its text mentions going back to the shop', async () => {
    const failure = { reason: 'payer_timeout', ticketCode: 'USER_TIMEOUT' } as const;
    const shopLink = async (): Promise<string | undefined> => (await page()).document.querySelector('.notice a')?.getAttribute('href');
    for (const mandate of [{}, null, { ...CHARGED_MANDATE, awaitsPayer: true }] as (Partial<PayerMandate> | null)[]) {
      checkout.online.setRecurring(mandate, { failure });
      expect(await shopLink()).toBe('https://shop.example/sorry');
      checkout.online.setRecurring(mandate, { failure, failureUrl: null });
      expect(await shopLink()).toBe('https://shop.example/');
    }
    checkout.online.setRecurring();
    checkout.online.acceptResult = { ok: false, problem: 'agreement_outdated' };
    const refused = await send('agree', { code: '777123', seen: seenFieldOf(await page()) });
    expect(refused.document.querySelector('#errors a')?.getAttribute('href')).toBe('https://shop.example/sorry');
  });

  it('starts nothing by itself and offers no method that does not recur, also after a failure', async () => {
    for (const mandate of [{}, null, { ...CHARGED_MANDATE, awaitsPayer: true }] as (Partial<PayerMandate> | null)[]) {
      checkout.online.setRecurring(mandate, { failure: { reason: 'payer_declined', ticketCode: 'USER_DECLINED' } });
      const { document } = await page();
      expect(document.querySelectorAll('input[type=radio], form[action$="/method"]')).toEqual([]);
      expect(document.querySelector('#failure')?.textContent).not.toContain('another method');
    }
    expect(checkout.online.calls).toEqual([]);
  });

  it('has no code field while the method cannot be used', async () => {
    checkout.online.setRecurring({}, { channels: [] });
    const { document, text } = await page();
    expect(text).toContain('cannot be made at the moment');
    expect(document.querySelector('#code')).toBeNull();
  });

  it.each(Object.keys(CATEGORY_OF) as (keyof typeof CATEGORY_OF)[])(
    'says what to do after a failure with the reason %s',
    async (reason) => {
      for (const mandate of [{}, null]) {
        checkout.online.setRecurring(mandate, { failure: { reason, ticketCode: null } });
        for (const language of LOCALES) {
          const { document } = await page(language);
          const next = document.querySelector('#failure strong')?.textContent ?? '';
          const { notSupported, tryAgain, atShop } = TEXTS[language].payments.agreement;
          const allowed = mandate ? [notSupported.next, tryAgain, TEXTS[language].payments.failure[CATEGORY_OF[reason]].next] : [atShop];
          expect(allowed).toContain(next);
        }
      }
    },
  );
});

describe('the payer’s consent', () => {
  it.each(['pl', 'de'] as const)(
    'is stored with its evidence in %s: version, language, all values, time and IP address',
    async (language) => {
      checkout.online.setRecurring({}, { brand: { ...BRAND, contact: 'help@shop.example' } });
      const pageWithTerms = await page(language);
      const response = await send('agree', { code: '000 123', seen: seenFieldOf(pageWithTerms), state: 'first' }, language);
      expect([response.status, response.headers.get('location')]).toEqual([303, `/pay/${PAYMENT_ID}`]);
      const [[, id, code, evidence]] = checkout.online.calls as [unknown[]];
      expect([id, code]).toEqual([PAYMENT_ID, '000 123']);
      const { values, ...rest } = evidence as { values: Record<string, string> };
      expect(rest).toEqual({
        textVersion: consentTextVersion(language),
        language,
        shownAt: NOW.toISOString(),
        address: expect.stringMatching(/127\.0\.0\.1$/),
      });
      const text = normalizeSpaces(pageWithTerms.text);
      // the two addresses of the contact are not adjacent in the text
      for (const value of Object.values(values).flatMap((each) => each.split('example, '))) expect(text).toContain(normalizeSpaces(value));
      const { contact, method, intro, seller, button, ...lines } = values;
      expect([method, seller, contact]).toEqual([
        TEXTS[language].payments.consent.title,
        'Leśna Gra',
        'help@shop.example, help@gateway.example',
      ]);
      expect([intro, button]).toEqual([
        TEXTS[language].payments.agreement.intro.A,
        pageWithTerms.document.querySelector('form[action$="/agree"] button')?.textContent,
      ]);
      expect(Object.values(lines).map(normalizeSpaces)).toEqual(Object.values(linesOf(pageWithTerms)).slice(0, -1));
    },
  );

  it('is rejected when the shown text or terms have changed, and the page asks for the code again', async () => {
    checkout.online.setRecurring();
    const seenField = seenFieldOf(await page('pl'));
    for (const [fields, language] of [
      [{ code: '123456', seen: seenField }, 'en'],
      [{ code: '123456' }, 'pl'],
      [{ code: '123456', seen: 'x' }, 'pl'],
    ] as const) {
      const response = await send('agree', fields, language);
      expect([response.status, checkout.online.calls]).toEqual([422, []]);
      expect(response.text).toContain(TEXTS[language].payments.mandateErrors.agreement_changed);
    }
    checkout.online.setRecurring({ terms: { ...MODEL_A, amountLimitMinor: 3_000 } });
    expect((await send('agree', { code: '123456', seen: seenField }, 'pl')).status).toBe(422);
    expect(checkout.online.calls).toEqual([]);
  });

  it('is accepted once, and not from a form for an earlier state', async () => {
    checkout.online.setRecurring();
    const seenField = seenFieldOf(await page());
    expect((await send('agree', { code: '123456', seen: seenField, state: 'before' })).status).toBe(303);
    expect(checkout.online.calls).toEqual([]);
    for (let times = 0; times < 2; times += 1)
      expect((await send('agree', { code: '123456', seen: seenField, state: 'first' })).status).toBe(303);
    expect(checkout.online.calls).toHaveLength(1);
  });

  it('is not possible without an offered mandate', async () => {
    for (const mandate of [null, CHARGED_MANDATE, { part: 'begun' }] as (Partial<PayerMandate> | null)[]) {
      checkout.online.setRecurring(mandate);
      expect((await send('agree', { code: '123456' })).status).toBe(303);
    }
    checkout.online.setView();
    expect((await send('agree', { code: '123456' })).status).toBe(303);
    expect(checkout.online.calls).toEqual([]);
  });

  it('is rejected without a code, and a malformed code is not repeated on the page', async () => {
    checkout.online.setRecurring();
    const seenField = seenFieldOf(await page());
    const missing = await send('agree', { seen: seenField });
    expect([missing.status, missing.document.querySelector('#errors a')?.getAttribute('href')]).toEqual([422, '#code']);
    checkout.online.acceptResult = { ok: false, problem: 'code_malformed' };
    const malformed = await send('agree', { seen: seenField, code: '4711' });
    expect([malformed.status, malformed.html.includes('4711')]).toEqual([422, false]);
  });

  it.each([
    ['agreement_taken', 422, 'tell the shop'],
    ['agreement_outdated', 422, 'return to the shop'],
    ['channel_unusable', 422, 'cannot be used'],
    ['too_many_codes', 422, 'No more BLIK codes'],
    ['channel_unreachable', 503, 'Nothing was taken'],
  ] as const)('shows the rejection %s', async (problem, status, message) => {
    checkout.online.setRecurring();
    checkout.online.acceptResult = { ok: false, problem };
    const response = await send('agree', { code: '123456', seen: seenFieldOf(await page()) });
    expect([response.status, response.document.querySelector('#errors')?.textContent]).toEqual([status, expect.stringContaining(message)]);
    expect(response.document.querySelector('#code')).not.toBeNull();
  });

  it('leads to a page with the decline reason and the number of remaining codes', async () => {
    checkout.online.setRecurring();
    checkout.online.acceptResult = { ok: false, problem: 'declined', reason: 'code_expired' };
    expect((await send('agree', { code: '123456', seen: seenFieldOf(await page()) })).status).toBe(303);
    checkout.online.setRecurring({}, { codesLeft: 4, failure: { reason: 'code_expired', ticketCode: 'BLIK_CODE_EXPIRED' } });
    const { text } = await page();
    expect(text).toContain('Enter a new code from your bank’s app.');
    expect(text).toContain('4 codes left');
  });
});

describe('while the bank’s app waits for a confirmation,', () => {
  const begun = recurringPayment({ part: 'begun', status: 'subscription_pending' });

  it('the page keeps showing the terms of the mandate', async () => {
    checkout.online.setStep(WAIT_IN_APP, { channel: 'blik-recurrent', recurring: begun });
    const { document, text } = await page();
    expect(text).toContain('It shows this agreement: confirm it there.');
    expect(linesOf({ document } as FetchedPage)).toMatchObject({ Agreement: 'Książka miesiąca', 'Each charge': 'At most PLN 29.99' });
    expect(document.querySelectorAll('main form')).toEqual([]);
    expect(document.querySelector('#payment')?.hasAttribute('data-follow')).toBe(true);
  });

  it('another code is offered only when the payer consented on the gateway’s page', async () => {
    checkout.online.setStep(WAIT_IN_APP, { recurring: begun });
    expect((await page()).text).not.toContain('another code');
    checkout.online.setStep(WAIT_IN_APP, { recurring: recurringPayment({ ...ACCEPTED_MANDATE, status: 'subscription_pending' }) });
    expect((await page()).text).toContain('another code');
  });

  it('a charge names its mandate and the time until which it can be confirmed', async () => {
    checkout.online.setStep(WAIT_FOR_DAYS, {
      channel: 'blik-recurrent',
      recurring: recurringPayment({ ...CHARGED_MANDATE, terms: MODEL_M }),
    });
    const { document, text } = await page();
    expect(text).toContain('confirm PLN 1,234.50, charged under “Książka miesiąca”');
    expect(text).toContain('Confirm before 24 November 2026 at 13:00 CET');
    expect(document.querySelector('[role=timer]')).toBeNull();
  });
});

describe('the page of a payment whose code the shop requests', () => {
  it('says that the shop asks for the code, has no code field, and follows the payment’s state', async () => {
    checkout.online.setRecurring(null);
    const { document, text } = await page();
    expect(text).toContain('The shop asks for your BLIK code on its own page');
    expect(document.querySelector('#code')).toBeNull();
    expect(document.querySelector('[data-follow]')?.getAttribute('data-state')).toBe('first');
  });
});

describe('a charge that waits for its payer', () => {
  beforeEach(() => checkout.online.setRecurring({ ...CHARGED_MANDATE, awaitsPayer: true }));

  it('shows amount and mandate, with a button to confirm and one to refuse', async () => {
    const { document, text } = await page();
    expect(text).toContain('The shop wants to charge PLN 1,234.50 under “Książka miesiąca”');
    expect(linesOf({ document } as FetchedPage)).toMatchObject({ 'Charged under': 'Książka miesiąca', 'How often': 'Every month' });
    expect(document.querySelectorAll('main form button').map((button) => normalizeSpaces(button.textContent))).toEqual([
      'Confirm and pay PLN 1,234.50',
      'Decline this charge',
      'I need more time',
    ]);
  });

  it('is confirmed once', async () => {
    for (const state of ['before', 'first', 'first']) expect((await send('charge', { state })).status).toBe(303);
    expect(checkout.online.calls).toEqual([['charge', PAYMENT_ID]]);
  });

  it('is not made when the payer refuses it', async () => {
    expect((await send('refuse', { state: 'before' })).status).toBe(303);
    expect(checkout.online.calls).toEqual([]);
    expect((await send('refuse', { state: 'first' })).status).toBe(303);
    expect(checkout.online.calls).toEqual([['cancel', PAYMENT_ID]]);
    expect((await page()).text).toContain('Nothing was taken');
  });

  it('stays unconfirmed while the acquirer cannot be reached', async () => {
    checkout.online.chargeResult = { ok: false, problem: 'channel_unreachable' };
    expect((await send('charge', { state: 'first' })).status).toBe(503);
  });

  it('cannot be confirmed or refused when no charge waits', async () => {
    checkout.online.setRecurring();
    for (const path of ['charge', 'refuse']) expect((await send(path, {})).status).toBe(303);
    expect(checkout.online.calls).toEqual([]);
  });
});

describe('the receipt', () => {
  it('names the mandate, its state, the next charge and how to cancel', async () => {
    checkout.online.setStage('paid', { channel: 'blik-recurrent', recurring: recurringPayment(ACCEPTED_MANDATE) });
    const receiptPage = await page();
    expect(linesOf(receiptPage)).toEqual({
      Agreement: 'Książka miesiąca',
      'Next charge': '1 December 2026 at the earliest',
      'Valid until': '30 November 2027',
      'To cancel': 'At any time in your bank’s app, among the recurring payments, with the link on your receipt, or through the shop',
    });
    expect(receiptPage.text).toContain('The agreement is in force.');
    for (const [status, message] of [
      ['subscription_pending', 'is waiting for your bank'],
      ['subscription_cancelled', 'is not in force'],
    ] as const) {
      checkout.online.setStage('paid', { recurring: recurringPayment({ ...ACCEPTED_MANDATE, status }) });
      const later = await page();
      expect(later.text).toContain(message);
      expect(linesOf(later)['Next charge']).toBe(status === 'subscription_pending' ? '1 December 2026 at the earliest' : 'None');
    }
  });

  it('of a charge names its mandate', async () => {
    checkout.online.setStage('paid', { recurring: recurringPayment(CHARGED_MANDATE) });
    expect(linesOf(await page())).toMatchObject({ 'Charged under': 'Książka miesiąca', 'Next charge': '1 February 2027 at the earliest' });
  });

  it('of a mandate without a payment does not say that something was paid', async () => {
    checkout.online.setStage('paid', { amountMinor: 0, plnMinor: 0, recurring: recurringPayment(ACCEPTED_MANDATE) });
    const { document, text } = await page();
    expect(document.querySelector('h1')?.textContent).toBe('Agreed');
    expect(text).toContain('Nothing was taken.');
  });

  it('contains the consent evidence in the language that was shown', async () => {
    checkout.online.setStage('paid', { recurring: recurringPayment(ACCEPTED_MANDATE) });
    const { document, text } = await page('de');
    const evidence = document.querySelector('dl[lang=pl]');
    expect(evidence?.textContent).toContain('29,99 zł, nigdy więcej');
    expect(
      evidence
        ?.querySelectorAll('dd')
        .map((value) => normalizeSpaces(value.textContent))
        .slice(0, 2),
    ).toEqual(['Książka miesiąca', '29,99 zł, nigdy więcej']);
    expect(evidence?.textContent).toContain('Zamawiam z obowiązkiem zapłaty');
    for (const fact of ['abcdef012345', 'Polski', '21. November 2026 um 12:58 MEZ', '198.51.100.7']) expect(text).toContain(fact);
    checkout.online.setStage('paid', { recurring: recurringPayment(CHARGED_MANDATE) });
    expect((await page()).document.querySelector('#proof-title')).toBeNull();
  });
});

describe('several apps that know the payer by one alias', () => {
  beforeEach(() =>
    checkout.online.setStep(TWO_APPS, { channel: 'blik-level0', failure: { reason: 'alias_ambiguous', ticketCode: 'ALIAS_NOT_UNIQUE' } }),
  );

  it('are listed by their labels without their keys, and a code can be typed instead', async () => {
    const { document, html } = await page();
    expect(document.querySelectorAll('.apps .tile').map((tile) => normalizeSpaces(tile.textContent))).toEqual([
      'Bank Dębowy, phone',
      'Bank Morski <tablet>',
    ]);
    expect(html).not.toContain('app-key');
    expect(document.querySelector('#failure')).toBeNull();
    expect(document.querySelector('form[action$="/code"] #code')).not.toBeNull();
    expect((await send('code', { code: '123456', state: 'second' })).status).toBe(303);
    expect(checkout.online.calls).toEqual([['code', PAYMENT_ID, '123456', expect.anything()]]);
  });

  it('are tried once per form, and the choice is not stored in a cookie', async () => {
    const response = await send('app', { app: '1', state: 'second' });
    expect([response.status, response.headers.get('set-cookie')]).toEqual([303, null]);
    expect((await send('app', { app: '1', state: 'second' })).status).toBe(303);
    expect(checkout.online.calls).toEqual([
      ['pick', PAYMENT_ID, 'app-key-2', expect.objectContaining({ clientAddress: expect.any(String) })],
    ]);
  });

  it.each(['', '2', '-1', '1.0', 'app-key-1', '٠'])('are not chosen by the invalid position %j', async (app) => {
    const { status, document } = await send('app', { app, state: 'second' });
    expect([status, document.querySelector('#errors a')?.getAttribute('href'), checkout.online.calls]).toEqual([422, '#app', []]);
  });

  it('are shown with the decline reason of the tried app', async () => {
    checkout.online.setStep(TWO_APPS, { channel: 'blik-level0', failure: { reason: 'payer_declined', ticketCode: 'USER_DECLINED' } });
    expect((await page()).document.querySelector('#failure')).not.toBeNull();
  });
});
