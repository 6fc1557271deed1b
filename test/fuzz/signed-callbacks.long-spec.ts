import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { signMessage } from '../../src/common/signed-message.js';
import { uuidToReference } from '../../src/common/reference.js';
import { expectLedgerValid } from '../payments/support/expect-ledger-valid.js';
import { openShop, type PaymentShop, paymentWorld } from '../payments/support/payment-shop.js';
import { GATEWAY_SECRET } from '../sms/sms-shop.js';
import { dateInYears } from '../support/days-ahead.js';
import type { HttpResponse } from '../support/http-client.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';
import { chargeOf } from './support/fuzz-world.js';

const SECRET = 'secret-of-the-connectors';
const CASES = Number(process.env['FUZZ_CASES'] ?? 400);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_123);

let world: World;
let shop: PaymentShop;
/** References of payment attempts at the simulated acquirer. */
let attempts: string[];
/** Reference of a DirectBilling charge. */
let charge: string;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all', CONNECTOR_SECRET: SECRET, SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  shop = await openShop(world);
  attempts = await Promise.all(times(8, () => startAttempt()));
  charge = await chargeOf(world, shop.shop);
});
afterAll(() => world.stop());

async function startAttempt(): Promise<string> {
  const id = await shop.createNewPayment({ amount: 20 });
  await shop.beginAttempt(id);
  return uuidToReference((await shop.attempts(id))[0]?.reference ?? '');
}

const TEXTS = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '',
  ' ',
  '🎮'.repeat(100),
  '€'.repeat(199),
  'x'.repeat(5_000),
  '-1',
  "'",
  '\u202e',
  '\\u0000',
];
const text = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary', maxLength: 30 }));
const anyValue = fc.oneof(text, fc.constantFrom(null, true, -1, 0, 1.5, 1e300, {}, [], [null]), fc.jsonValue({ maxDepth: 2 }));
const amount = fc.oneof(
  { weight: 3, arbitrary: fc.constant<unknown>(2_000) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(-1, -2_000, 0, 1, 2_000.5, 1e300, 9_007_199_254_740_991, 10 ** 10 + 1, '2000', null) },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
);
const moment = fc.constantFrom<unknown>(
  `${dateInYears(3)}T00:00:00Z`,
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '0000-01-01T00:00:00Z',
  'x',
  5,
);
/** Mostly the usual value, because a callback with several invalid members is rejected at the first one and the others are not tested. */
const mostly = (usual: fc.Arbitrary<unknown>, other: fc.Arbitrary<unknown> = anyValue): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: other });

let events = 0;
const acquirerCallback = fc.record(
  {
    event: mostly(fc.constantFrom('PAYMENT', 'PAYMENT', 'PAYMENT', 'REFUND', 'CONSENT', 'ALIAS')),
    eventId: mostly(fc.constant('fresh'), text),
    id: mostly(fc.uuid(), text),
    state: mostly(
      fc.constantFrom('WAITING', 'AUTHORIZED', 'PAID', 'FAILED', 'CANCELED', 'EXPIRED', 'ACTIVE', 'REVOKED', 'DONE', 'PENDING', 'REJECTED'),
    ),
    amount,
    currency: mostly(fc.constantFrom('PLN', 'PLN', 'EUR', 'JPY', 'pln', 'PL'), text),
    cause: mostly(fc.constantFrom('INSUFFICIENT_FUNDS', 'CARD'), text),
    code: mostly(
      fc.record({
        state: fc.constantFrom('FAILED', 'OPEN'),
        cause: text,
        reference: text,
        alternatives: fc.array(fc.record({ key: text, label: text })),
      }),
    ),
    action: mostly(
      fc.record({
        type: fc.constantFrom('REDIRECT', 'QR', 'VOUCHER', 'CONFIRM_IN_APP', 'ENTER_CODE'),
        url: fc.constantFrom(
          'https://bank.example.test/a',
          'https://bank.example.test/\u0000',
          `https://bank.example.test/${'x'.repeat(70_000)}`,
        ),
        until: moment,
        payload: text,
        expires: moment,
      }),
    ),
    app: mostly(fc.constant('app'), text),
    expires: moment,
    endedBy: fc.constantFrom('PAYER', 'SCHEME', 'x'),
  },
  { requiredKeys: ['event', 'eventId', 'id', 'state'] },
);

const signed = (subject: string, path: string, members: unknown): Promise<HttpResponse> => {
  const body = JSON.stringify(members);
  return world.http.post(path, {
    body,
    headers: { 'Content-Type': 'application/json', ...signMessage(SECRET, { subject, body }, new Date()) },
  });
};
const unusableCallbacks = async (table: string): Promise<number> =>
  (await world.database.query<{ n: number }[]>(`SELECT count(*)::int AS n FROM ${table} WHERE problem IS NOT NULL`))[0]?.n ?? 0;

/** Expects that a callback is accepted, or rejected once and stored for staff. @returns whether it was accepted. */
async function expectAcceptedOrStored(table: string, send: () => Promise<HttpResponse>): Promise<boolean> {
  const before = await unusableCallbacks(table);
  const first = await send();
  if (first.status !== 422) {
    expect(first.status).toBe(200);
    return true;
  }
  expect(await unusableCallbacks(table)).toBe(before + 1);
  expect((await send()).status).toBe(200);
  expect(await unusableCallbacks(table)).toBe(before + 1);
  return false;
}

const counts = { accepted: 0, rejected: 0 };
const count = (isAccepted: boolean): void => {
  counts[isAccepted ? 'accepted' : 'rejected'] += 1;
};

describe('a callback with valid credentials', () => {
  it('from the acquirer is accepted, or rejected once and stored for staff, whatever its content', async () => {
    await fc.assert(
      fc.asyncProperty(acquirerCallback, fc.nat({ max: 7 }), async (members, attemptIndex) => {
        events += 1;
        const eventId = members.eventId === 'fresh' ? `fuzz-${events}` : members.eventId;
        const sent = { ...members, eventId, reference: attempts[attemptIndex] };
        count(
          await expectAcceptedOrStored('payment_callback', () => signed('report acquirer', '/connectors/channels/sandbox/reports', sent)),
        );
      }),
      { numRuns: CASES, seed: SEED, endOnFailure: true },
    );
    expect(counts.accepted).toBeGreaterThan(CASES / 5);
    expect(counts.rejected).toBeGreaterThan(CASES / 20);
    await expectLedgerValid(world);
  });

  it('from an operator causes no server error, and is stored for staff when its id is unusable', async () => {
    const operatorCallback = fc.record({
      reportId: mostly(fc.uuid(), text),
      chargeReference: mostly(fc.constant('charge'), text),
      result: mostly(fc.constantFrom('ACCEPTED', 'BOOKED', 'REFUSED')),
      cause: mostly(fc.constantFrom('NO_FUNDS', 'BARRED')),
    });
    // These callbacks are sent first: the random callbacks below may have the same ids, and a repeated callback is accepted.
    for (const reportId of ['\u0000', '\ud800'])
      expect(
        await expectAcceptedOrStored('direct_billing_callback', () =>
          signed('report orange', '/connectors/directbilling/orange/reports', { reportId, chargeReference: charge, result: 'BOOKED' }),
        ),
      ).toBe(false);
    await fc.assert(
      fc.asyncProperty(operatorCallback, async (members) => {
        const sent = { ...members, chargeReference: members.chargeReference === 'charge' ? charge : members.chargeReference };
        const send = (): Promise<HttpResponse> => signed('report orange', '/connectors/directbilling/orange/reports', sent);
        // A callback that cannot be parsed gets 401, because its source cannot be verified. Such a callback is not stored.
        if ((await send()).status !== 401) await send();
        expect((await send()).status).toBeLessThan(500);
      }),
      { numRuns: CASES / 4, seed: SEED, endOnFailure: true },
    );
    await expectLedgerValid(world);
  });

  it('from an SMS gateway gets 200 or 400, whatever its content', async () => {
    const message = fc.record({
      id: mostly(fc.uuid(), anyValue),
      from: mostly(fc.constant('48500100200'), anyValue),
      to: mostly(fc.constant('7055'), anyValue),
      text: anyValue,
      time: anyValue,
    });
    await fc.assert(
      fc.asyncProperty(message, async (body) => {
        const headers = { 'X-Connector-Secret': GATEWAY_SECRET, 'Content-Type': 'application/json' };
        expect([200, 400]).toContain((await world.http.post('/connectors/sms/inbound', { body: JSON.stringify(body), headers })).status);
      }),
      { numRuns: CASES / 4, seed: SEED, endOnFailure: true },
    );
  });
});

describe('an event that a connector reads from a callback', () => {
  it('is accepted, or rejected once and stored for staff, whatever its content', async () => {
    paymentWorld(world);
    const id = await shop.createNewPayment({ amount: 100 });
    await shop.beginAttempt(id);
    await shop.reportAttempt(id, { outcome: 'paid' });
    const reference = uuidToReference((await shop.attempts(id))[0]?.reference ?? '');
    const money = fc.record({
      amountMinor: fc.oneof(fc.constantFrom(-1, 0, 1, 1.5, 1e300, 10 ** 11), fc.maxSafeInteger()),
      currency: mostly(fc.constantFrom('PLN', 'EUR'), text),
    });
    const result = fc.record({
      reason: fc.constant('other'),
      providerRef: mostly(fc.constant(null), text),
      rawCode: mostly(fc.constant(null), text),
      data: mostly(fc.constant(null), fc.dictionary(text, text, { maxKeys: 3 })),
      next: fc.constant({ kind: 'none' }),
      submission: fc.constant(null),
      appKey: mostly(fc.constant(null), text),
      expiresAt: fc.constant(null),
      money: fc.option(money),
    });
    const kind = (name: string, ...outcomes: string[]) =>
      fc.record({
        kind: fc.constant(name),
        eventId: mostly(fc.uuid(), text),
        providerRef: mostly(fc.constant(null), text),
        result: fc.tuple(fc.constantFrom(...outcomes), result).map(([outcome, fields]) => ({ outcome, ...fields })),
        money,
      });
    const event = fc.oneof(
      kind('attempt', 'paid', 'authorized', 'pending', 'failed', 'canceled', 'expired', 'unknown'),
      kind('refund', 'completed', 'pending', 'rejected', 'failed', 'unknown'),
      kind('consent', 'active', 'expired', 'failed'),
      kind('alias', 'active', 'expired', 'unregistered', 'failed'),
      { weight: 2, arbitrary: kind('chargeback', 'none') },
    );
    await fc.assert(
      fc.asyncProperty(event, async (members) => {
        const body = JSON.stringify({ ...members, reference });
        await expectAcceptedOrStored('payment_callback', () =>
          world.http.post('/connectors/channels/fake/reports', { body, headers: { 'Content-Type': 'application/json' } }),
        );
      }),
      { numRuns: CASES / 2, seed: SEED, endOnFailure: true },
    );
    await expectLedgerValid(world);
  });
});
