import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signMessage } from '../../../src/common/http/signed-message.js';
import { SECRET } from '../support/sandbox-world.js';
import { type AcquirerWorld, attemptRequest, startedAttempt, startAcquirerWorld } from './support/acquirer-world.js';

let world: AcquirerWorld;
beforeAll(async () => {
  world = await startAcquirerWorld();
});
afterAll(() => world.stop());

const PAYMENTS = '/acquirer/v1/payments';
const order = (changes: object = {}): string => {
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
  it('takes a signed call and no other', async () => {
    expect(await post(PAYMENTS, order())).toBe(200);
    expect(await post(PAYMENTS, order(), undefined, 'the-wrong-secret-entirely')).toBe(401);
    expect(await post(PAYMENTS, order(), 'POST /operators/play/codes')).toBe(401);
    expect((await fetch(world.sandbox.url + PAYMENTS, { method: 'POST', body: order() })).status).toBe(401);
    expect((await fetch(`${world.sandbox.url}${PAYMENTS}/of/abc`)).status).toBe(401);
  });

  it.each([
    ['no JSON', 'nonsense'],
    ['no reference', order({ reference: null })],
    ['a reference that is too long', order({ reference: 'a'.repeat(36) })],
    ['a reference with other characters', order({ reference: 'a/b' })],
    ['a method it does not have', order({ method: 'cash' })],
    ['half a grosz', order({ amount: 1.5 })],
    ['nothing to pay', order({ amount: 0 })],
    ['a currency in small letters', order({ currency: 'pln' })],
    ['a way back that is a script', order({ returnUrl: 'javascript:alert(1)' })],
    ['an expiry that is no time', order({ expiresAt: 'soon' })],
    ['nobody who sells', order({ seller: null })],
    ['a zero byte', order({ description: 'a\0b' })],
  ])('answers 400 to an order with %s', async (_, body) => expect(await post(PAYMENTS, body)).toBe(400));

  it('answers 409 to a reference that meant another sum, and 404 to what it does not have', async () => {
    const reference = attemptRequest().reference;
    expect(await post(PAYMENTS, order({ reference }))).toBe(200);
    expect(await post(PAYMENTS, order({ reference, amount: 1 }))).toBe(409);
    const never = '/acquirer/v1/payments/019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';
    for (const call of ['capture', 'cancel']) expect(await post(`${never}/${call}`, '{}')).toBe(404);
    expect(await post(`${PAYMENTS}/nonsense/refunds`, JSON.stringify({ reference, amount: 1 }))).toBe(404);
  });

  it('takes the money of a wallet only when asked to, and none of what was left', async () => {
    const attempt = attemptRequest({ channel: 'paypal' });
    const known = startedAttempt(attempt, await world.acquirer().start(attempt));
    expect((await world.acquirer().capture(known)).outcome).toBe('pending');
    await world.decide(known.providerRef ?? '', 'confirm');
    expect((await world.acquirer().poll(known)).outcome).toBe('authorized');
    expect((await world.acquirer().cancel(known)).outcome).toBe('canceled');
    expect((await world.acquirer().capture(known)).outcome).toBe('canceled');
  });

  it('does not cancel what is paid', async () => {
    const attempt = attemptRequest();
    const known = startedAttempt(attempt, await world.acquirer().start(attempt));
    await world.decide(known.providerRef ?? '', 'confirm');
    expect((await world.acquirer().cancel(known)).outcome).toBe('paid');
  });

  it('reports again until it is answered with 2xx', async () => {
    const attempt = attemptRequest();
    const known = startedAttempt(attempt, await world.acquirer().start(attempt));
    await world.sandbox.deliverReports('due'); // what the other tests left
    await world.decide(known.providerRef ?? '', 'confirm');
    world.gateway.answers.push(503);
    expect(await world.sandbox.deliverReports('due')).toBe(0);
    await world.database.query('UPDATE sandbox.acquirer_step SET next_attempt_at = now()');
    expect(await world.sandbox.deliverReports('due')).toBe(1);
    expect(world.rawReportsOn(attempt.reference)).toHaveLength(2);
    expect(await world.sandbox.deliverReports('due')).toBe(0);
  });

  it('lets a website elsewhere decide nothing', async () => {
    const attempt = attemptRequest();
    const known = startedAttempt(attempt, await world.acquirer().start(attempt));
    const elsewhere = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' }, body: new URLSearchParams({ outcome: 'confirm' }) };
    expect((await fetch(`${world.sandbox.url}/acquirer/pay/${known.providerRef}/decision`, elsewhere)).status).toBe(403);
    expect((await world.decide(known.providerRef ?? '', 'constructor')).status).toBe(404);
    expect((await world.acquirer().poll(known)).outcome).toBe('pending');
  });
});
