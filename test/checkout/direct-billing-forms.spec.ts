import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SendCodeProblem } from '../../src/products/direct-billing/checkout/send-code.service.js';
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

describe('a valid DirectBilling form', () => {
  it('sends the code to the typed number and redirects to the page', async () => {
    const response = await send('number', NUMBER);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(PATH);
    expect(checkout.payment.calls).toEqual([
      ['send', PAYMENT_ID, { operator: 'play', phoneNumber: '500 600 700', clientAddress: '127.0.0.1' }],
    ]);
  });

  it('submits the code', async () => {
    checkout.payment.setCodeStage();
    expect((await send('code', { code: ' 123456 ' })).status).toBe(303);
    expect(checkout.payment.calls).toEqual([['submit', PAYMENT_ID, '123456']]);
  });

  it('requests a new code, or returns to the choice of the operator', async () => {
    checkout.payment.setCodeStage();
    expect((await send('resend')).status).toBe(303);
    expect((await send('change')).status).toBe(303);
    expect(checkout.payment.calls).toEqual([
      ['send', PAYMENT_ID, '127.0.0.1'],
      ['change', PAYMENT_ID],
    ]);
  });

  it('keeps the language that the payer chose', async () => {
    const response = await postForm(`${checkout.pageUrl}/number?lang=pl`, NUMBER);
    expect(response.headers.get('location')).toBe(`${PATH}?lang=pl`);
  });

  it('needs no phone number when the shop sent one', async () => {
    checkout.payment.setView({ phoneFixed: true, phoneNumber: '48500600700' });
    expect((await send('number', { operator: 'play' })).status).toBe(303);
  });
});

describe('an invalid or stale DirectBilling form', () => {
  it('lists all missing values in one response, next to the fields and in a summary', async () => {
    const { status, document } = await send('number');
    expect(status).toBe(422);
    expect(checkout.payment.calls).toEqual([]);
    const alert = document.querySelector('#errors');
    expect(alert?.querySelectorAll('a').map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
      ['#operator', 'Choose your operator.'],
      ['#phone', 'Enter your mobile number.'],
    ]);
    expect(alert?.hasAttribute('autofocus')).toBe(true);
    expect(alert?.getAttribute('tabindex')).toBe('-1');
    expect(document.querySelector('#operator')?.getAttribute('aria-describedby')).toBe('operator-error');
    const phone = document.querySelector('#phone');
    expect(phone?.getAttribute('aria-invalid')).toBe('true');
    expect(phone?.getAttribute('aria-describedby')).toBe('phone-hint phone-error');
    expect(document.querySelector('#phone-error')?.textContent).toBe('Enter your mobile number.');
    expect(document.querySelector('title')?.textContent).toMatch(/^Error: /);
    expect(document.querySelectorAll('[autofocus]')).toHaveLength(1);
  });

  it.each<[SendCodeProblem, number, string, string | null]>([
    ['phone_invalid', 422, 'Enter a Polish mobile number', '#phone'],
    ['number_refused', 422, 'does not accept this number', '#phone'],
    ['operator_unavailable', 422, 'This operator cannot be used', '#operator'],
    ['too_many_codes', 422, 'No more codes', null],
    ['operator_unreachable', 503, 'is not responding right now', null],
  ])('gets for %s the status %i and keeps the typed values', async (problem, expected, message, link) => {
    checkout.payment.sendResult = { ok: false, problem };
    const { status, text, document } = await send('number', NUMBER);
    expect(status).toBe(expected);
    expect(text).toContain(message);
    expect(document.querySelector('#errors li a')?.getAttribute('href') ?? null).toBe(link);
    expect(document.querySelector('#phone')?.getAttribute('value')).toBe('500 600 700');
    expect(document.querySelector('input[value=play]')?.hasAttribute('checked')).toBe(true);
  });

  it.each<[SendCodeProblem, number, string]>([
    ['too_soon', 17, 'in 17 seconds'],
    ['too_soon', 1, 'in 1 second.'],
    ['too_many_requests', 130, 'in 3 minutes'],
  ])('gets for %s the status 429 with the waiting time', async (problem, retryAfterSeconds, message) => {
    checkout.payment.setCodeStage();
    checkout.payment.sendResult = { ok: false, problem, retryAfterSeconds };
    const { status, text, headers } = await send('resend');
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe(String(retryAfterSeconds));
    expect(text).toContain(message);
  });

  it('shows the error of a request for a new code on the page of the payment’s current stage', async () => {
    checkout.payment.setView({ stage: 'choose', phoneNumber: '48500600700' });
    checkout.payment.sendResult = { ok: false, problem: 'number_refused' };
    const { status, document } = await send('resend');
    expect(status).toBe(422);
    expect(document.querySelector('#phone')?.getAttribute('value')).toBe('500\u00a0600\u00a0700');
  });

  it.each([
    ['', 'Enter the code from the SMS'],
    ['123456', 'This code is not correct'],
  ])('shows what is wrong with the code "%s" and the remaining tries', async (code, message) => {
    checkout.payment.setCodeStage({ triesLeft: 2 });
    checkout.payment.submitResult = { ok: false, problem: 'code_wrong' };
    const { status, text, document } = await send('code', { code });
    expect(status).toBe(422);
    expect(text).toContain(message);
    expect(text).toContain('2 tries left');
    expect(document.querySelector('#code')?.getAttribute('aria-describedby')).toBe('sent code-hint code-error');
    expect(document.querySelector('#code')?.getAttribute('value')).toBeUndefined();
  });

  it('redirects to the page when the payment has changed meanwhile', async () => {
    checkout.payment.setCodeStage({ stage: 'paid' });
    checkout.payment.submitResult = { ok: false, problem: 'not_possible_now' };
    expect((await send('code', { code: '123456' })).status).toBe(303);
    checkout.payment.submitResult = { ok: false, problem: 'code_wrong' };
    checkout.payment.setCodeStage({ stage: 'rejected', rejection: 'too_many_codes' });
    expect((await send('code', { code: '123456' })).status).toBe(303);
  });

  it('is ignored after the payment’s state has changed: it uses up neither a try nor an SMS', async () => {
    checkout.payment.setCodeStage({ triesLeft: 2 });
    const { document } = await getPage(checkout.pageUrl);
    const state = document.querySelector('form[action$=code] [name=state]')?.getAttribute('value') ?? '';
    expect(document.querySelector('form[action$=resend] [name=state]')?.getAttribute('value')).toBe(state);
    checkout.payment.submitResult = { ok: false, problem: 'code_wrong' };
    expect((await send('code', { code: '111111', state })).status).toBe(422);
    checkout.payment.setCodeStage({ triesLeft: 1 }); // the state after the wrong code
    for (const [step, fields] of [['code', { code: '111111', state }] as const, ['resend', { state }] as const]) {
      expect((await send(step, fields)).status).toBe(303);
    }
    expect(checkout.payment.calls).toHaveLength(1);
  });

  it('redirects a repeated number form after the code was sent, and shows the error while no code was sent', async () => {
    checkout.payment.setCodeStage();
    checkout.payment.sendResult = { ok: false, problem: 'too_soon', retryAfterSeconds: 30 };
    expect((await send('number', NUMBER)).status).toBe(303);
    checkout.payment.setView({ stage: 'choose', phoneNumber: '48500600700' });
    expect((await send('number', NUMBER)).status).toBe(429);
  });

  it('counts as empty when a field is repeated or the body is JSON', async () => {
    expect((await send('number', 'operator=play&operator=plus&phone=1&phone=2')).status).toBe(422);
    const json = await fetch(`${checkout.pageUrl}/number`, {
      method: 'POST',
      body: '{"operator":"play"}',
      headers: { 'content-type': 'application/json' },
    });
    expect(json.status).toBe(422);
    expect(checkout.payment.calls).toEqual([]);
  });
});
