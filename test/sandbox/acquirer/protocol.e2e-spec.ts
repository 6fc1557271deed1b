import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signMessage } from '../../../src/common/signed-message.js';
import { SECRET } from '../support/sandbox-world.js';
import { type AcquirerWorld, attemptRequest, startedAttempt, startAcquirerWorld } from './support/acquirer-world.js';

let world: AcquirerWorld;
beforeAll(async () => {
  world = await startAcquirerWorld();
});
afterAll(() => world.stop());

const PAYMENTS = '/acquirer/v1/payments';
const paymentBody = (changes: object = {}): string => {
  const { reference, money, seller, description, returnUrl, expiresAt } = attemptRequest();
  return JSON.stringify({
    reference,
    method: 'ing',
    amount: money.amountMinor,
    currency: 'PLN',
    seller,
    description,
    returnUrl,
    expiresAt,
    ...changes,
  });
};
async function post(path: string, body: string, subject = `POST ${path}`, secret = SECRET): Promise<number> {
  const headers = signMessage(secret, { subject, body }, new Date());
  return (await fetch(world.sandbox.url + path, { method: 'POST', headers, body })).status;
}

describe('the acquirer’s protocol', () => {
  it('accepts signed requests only', async () => {
    expect(await post(PAYMENTS, paymentBody())).toBe(200);
    expect(await post(PAYMENTS, paymentBody(), undefined, 'the-wrong-secret-entirely')).toBe(401);
    expect(await post(PAYMENTS, paymentBody(), 'POST /operators/play/codes')).toBe(401);
    expect((await fetch(world.sandbox.url + PAYMENTS, { method: 'POST', body: paymentBody() })).status).toBe(401);
    expect((await fetch(`${world.sandbox.url}${PAYMENTS}/of/abc`)).status).toBe(401);
  });

  it.each([
    ['a body that is not JSON', 'nonsense'],
    ['no reference', paymentBody({ reference: null })],
    ['a reference that is too long', paymentBody({ reference: 'a'.repeat(36) })],
    ['a reference with other characters', paymentBody({ reference: 'a/b' })],
    ['an unknown method', paymentBody({ method: 'cash' })],
    ['half a grosz', paymentBody({ amount: 1.5 })],
    ['an amount of zero', paymentBody({ amount: 0 })],
    ['a currency in small letters', paymentBody({ currency: 'pln' })],
    ['a return URL that is a script', paymentBody({ returnUrl: 'javascript:alert(1)' })],
    ['an expiry that is no time', paymentBody({ expiresAt: 'soon' })],
    ['no seller', paymentBody({ seller: null })],
    ['a NUL character', paymentBody({ description: 'a\0b' })],
  ])('responds 400 to a payment with %s', async (_, body) => expect(await post(PAYMENTS, body)).toBe(400));

  it('responds 409 to a reference that was used with another amount, and 404 to an unknown payment', async () => {
    const reference = attemptRequest().reference;
    expect(await post(PAYMENTS, paymentBody({ reference }))).toBe(200);
    expect(await post(PAYMENTS, paymentBody({ reference, amount: 1 }))).toBe(409);
    const unknownPayment = '/acquirer/v1/payments/019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';
    for (const call of ['capture', 'cancel']) expect(await post(`${unknownPayment}/${call}`, '{}')).toBe(404);
    expect(await post(`${PAYMENTS}/nonsense/refunds`, JSON.stringify({ reference, amount: 1 }))).toBe(404);
  });

  it('captures a wallet payment only on request, and captures nothing of a cancelled payment', async () => {
    const attempt = attemptRequest({ channel: 'paypal' });
    const started = startedAttempt(attempt, await world.acquirer().start(attempt));
    expect((await world.acquirer().capture(started)).outcome).toBe('pending');
    await world.decideOnPage(started.providerRef ?? '', 'confirm');
    expect((await world.acquirer().poll(started)).outcome).toBe('authorized');
    expect((await world.acquirer().cancel(started)).outcome).toBe('canceled');
    expect((await world.acquirer().capture(started)).outcome).toBe('canceled');
  });

  it('does not cancel a paid payment', async () => {
    const attempt = attemptRequest();
    const started = startedAttempt(attempt, await world.acquirer().start(attempt));
    await world.decideOnPage(started.providerRef ?? '', 'confirm');
    expect((await world.acquirer().cancel(started)).outcome).toBe('paid');
  });

  it('repeats a callback until the response is 2xx', async () => {
    const attempt = attemptRequest();
    const started = startedAttempt(attempt, await world.acquirer().start(attempt));
    await world.sandbox.deliverCallbacks('due'); // callbacks of the other tests
    await world.decideOnPage(started.providerRef ?? '', 'confirm');
    world.gateway.nextStatuses.push(503);
    expect(await world.sandbox.deliverCallbacks('due')).toBe(0);
    await world.database.query('UPDATE sandbox.acquirer_step SET next_attempt_at = now()');
    expect(await world.sandbox.deliverCallbacks('due')).toBe(1);
    expect(world.rawCallbacksAbout(attempt.reference)).toHaveLength(2);
    expect(await world.sandbox.deliverCallbacks('due')).toBe(0);
  });

  it('rejects decisions from another website and unknown decisions', async () => {
    const attempt = attemptRequest();
    const started = startedAttempt(attempt, await world.acquirer().start(attempt));
    const crossSiteRequest = {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ outcome: 'confirm' }),
    };
    expect((await fetch(`${world.sandbox.url}/acquirer/pay/${started.providerRef}/decision`, crossSiteRequest)).status).toBe(403);
    expect((await world.decideOnPage(started.providerRef ?? '', 'constructor')).status).toBe(404);
    expect((await world.acquirer().poll(started)).outcome).toBe('pending');
  });
});
