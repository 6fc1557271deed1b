import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signMessage } from '../../../src/common/signed-message.js';
import { SECRET } from '../support/sandbox-world.js';
import { mandateRequest, type AcquirerWorld, attemptRequest, startAcquirerWorld, startedMandate } from './support/acquirer-world.js';

let world: AcquirerWorld;
beforeAll(async () => {
  world = await startAcquirerWorld();
});
afterAll(() => world.stop());

const MANDATES = '/acquirer/v1/consents';
const paymentFields = () => {
  const { reference, money, seller, description, returnUrl, expiresAt } = attemptRequest();
  return { reference, amount: money.amountMinor, currency: money.currency, seller, description, returnUrl, expiresAt };
};
const mandateBody = (changes: object = {}): string =>
  JSON.stringify({
    ...paymentFields(),
    paymentReference: paymentFields().reference,
    model: 'A',
    code: '777123',
    alias: 'a',
    aliasLabel: 'Club',
    ...changes,
  });
const chargeBody = (changes: object = {}): string => JSON.stringify({ ...paymentFields(), ...changes });
async function post(path: string, body: string, subject = `POST ${path}`): Promise<number> {
  const headers = signMessage(SECRET, { subject, body }, new Date());
  return (await fetch(world.sandbox.url + path, { method: 'POST', headers, body })).status;
}

describe('the acquirer’s protocol for mandates and aliases', () => {
  it('accepts signed requests only', async () => {
    expect(await post(MANDATES, mandateBody())).toBe(200);
    expect(await post(MANDATES, mandateBody(), 'POST /acquirer/v1/payments')).toBe(401);
    for (const path of ['consents/of/a', 'aliases/of/a'])
      expect((await fetch(`${world.sandbox.url}/acquirer/v1/${path}`)).status).toBe(401);
    for (const path of ['consents', 'consents/of/a/revoke', 'consents/of/a/charges', 'aliases/of/a/unregister'])
      expect((await fetch(`${world.sandbox.url}/acquirer/v1/${path}`, { method: 'POST', body: mandateBody() })).status).toBe(401);
  });

  it.each([
    ['no model', { model: null }],
    ['an unknown model', { model: 'B' }],
    ['a code of five digits', { code: '12345' }],
    ['a code that is a number', { code: 123_456 }],
    ['a code of Arabic digits', { code: '١٢٣٤٥٦' }],
    ['no alias', { alias: '' }],
    ['a label that is too long', { aliasLabel: 'W'.repeat(36) }],
    ['no amount', { amount: null }],
    ['half a grosz', { amount: 0.5 }],
    ['a negative amount', { amount: -1 }],
    ['a limit that is text', { limit: '100' }],
    ['a count that is no whole number', { chargesLimit: 1.5 }],
    ['a frequency of 0', { frequency: '0D' }],
    ['a frequency of a thousand', { frequency: '1000D' }],
    ['a frequency in small letters', { frequency: '1w' }],
    ['a first charge date that is no date', { firstChargeOn: '2027-02-31x' }],
    ['an end that is no time', { until: 'never' }],
    ['four lines', { lines: ['1', '2', '3', '4'] }],
    ['a line that is too long', { lines: ['W'.repeat(36)] }],
    ['lines that are no list', { lines: 'one' }],
    ['no reference of the payment', { paymentReference: null }],
    ['an end that is a number as text', { until: '1795255200' }],
    ['an end in another format', { until: 'Sat, 21 Nov 2026 10:00:00 GMT' }],
  ])('responds 400 to a mandate with %s', async (_, changes) => expect(await post(MANDATES, mandateBody(changes))).toBe(400));

  it.each([
    ['a day as its beginning in UTC', '2027-02-01', '2027-02-01T00:00:00.000Z'],
    ['a time without an offset as a time in UTC', '2027-02-01 10:00:00', '2027-02-01T10:00:00.000Z'],
    ['a time with its offset', '2027-02-01T10:00:00+01:00', '2027-02-01T09:00:00.000Z'],
  ])('reads %s', async (_, text, moment) => {
    const body = mandateBody({ firstChargeOn: text, until: text });
    expect(await post(MANDATES, body)).toBe(200);
    const { reference } = JSON.parse(body) as { reference: string };
    const [row] = await world.database.query(
      "SELECT terms->>'firstChargeOn' AS first, expires_at AS until FROM sandbox.acquirer_mandate WHERE reference = $1",
      [reference],
    );
    expect([row.first, row.until.toISOString()]).toEqual([moment, moment]);
  });

  it.each([
    ['an amount of zero', { amount: 0 }],
    ['a label that is too long', { aliasLabel: 'W'.repeat(36) }],
    ['an end that is no time', { until: 'soon' }],
  ])('responds 400 to a charge with %s', async (_, changes) => {
    const request = mandateRequest();
    await world.acquirer().recurring.registerMandate(request);
    const path = `${MANDATES}/of/${request.reference}/charges`;
    expect([await post(path, chargeBody(changes)), await post(path, chargeBody())]).toEqual([400, 200]);
  });

  it('starts a payment of the recurring method only together with a mandate', async () => {
    expect(await post('/acquirer/v1/payments', chargeBody({ method: 'blik-recurring' }))).toBe(400);
    expect(await world.acquirer().start(attemptRequest({ channel: 'blik-recurrent' }))).toMatchObject({
      outcome: 'pending',
      next: { kind: 'needsCode' },
    });
  });

  it('does not treat a mandate as an alias', async () => {
    const request = mandateRequest();
    await world.acquirer().recurring.registerMandate(request);
    const alias = { reference: request.reference, value: request.alias.value, providerRef: null, data: null };
    expect(await world.acquirer().aliases.pollAlias(alias)).toEqual({ outcome: 'not_found' });
    expect(await world.acquirer().aliases.unregisterAlias(alias)).toEqual({ outcome: 'not_found' });
    expect(await world.acquirer().recurring.pollMandate(startedMandate(request))).toMatchObject({ outcome: 'active' });
  });

  it('repeats a callback until the response is 2xx, and later callbacks wait', async () => {
    const request = mandateRequest();
    await world.sandbox.deliverCallbacks('due'); // callbacks of the other tests
    await world.acquirer().recurring.registerMandate(request);
    await world.acquirer().recurring.revokeMandate(startedMandate(request), 'merchant');
    world.gateway.nextStatuses.push(503);
    expect(await world.sandbox.deliverCallbacks('due')).toBe(0);
    expect(world.rawCallbacksAbout(request.reference)).toHaveLength(1);
    await world.database.query('UPDATE sandbox.acquirer_mandate_step SET next_attempt_at = now()');
    expect(await world.sandbox.deliverCallbacks('due')).toBe(2);
    const states = world.rawCallbacksAbout(request.reference).map(({ body }) => (JSON.parse(body.toString()) as { state: string }).state);
    expect(states).toEqual(['ACTIVE', 'ACTIVE', 'REVOKED']);
  });

  it('rejects decisions from another website', async () => {
    const request = mandateRequest({ code: '654321' }); // not a test value, so the payer has to confirm in the app
    await world.acquirer().recurring.registerMandate(request);
    const crossSiteRequest = {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ answer: 'accept' }),
    };
    for (const kind of ['consents', 'charges', 'agreements'])
      expect((await fetch(`${world.sandbox.url}/bank-app/debowy/${kind}/${request.reference}`, crossSiteRequest)).status).toBe(403);
    expect((await world.acquirer().recurring.pollMandate(startedMandate(request))).outcome).toBe('pending');
  });
});
