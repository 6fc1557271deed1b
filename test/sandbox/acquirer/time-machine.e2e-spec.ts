import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mandateCharge, mandateRequest, type AcquirerWorld, startAcquirerWorld, startedMandate } from './support/acquirer-world.js';

const DAY_SECONDS = 86_400;

let world: AcquirerWorld;
beforeAll(async () => {
  world = await startAcquirerWorld({ clockStopped: true });
});
afterAll(() => world.stop());

/** Returns the outcomes in all callbacks, in the order of their arrival. */
async function receivedOutcomes(): Promise<string[]> {
  const raw = world.gateway.received.map(({ headers, body }) => ({ headers, body, query: {}, address: '127.0.0.1' }));
  const callbacks = await Promise.all(raw.map((callback) => world.acquirer().readCallback(callback)));
  return callbacks
    .flatMap((callback) => (callback.verdict === 'verified' ? callback.events : []))
    .map((event) => ('result' in event ? `${event.kind} ${event.result.outcome} ${event.result.rawCode ?? ''}`.trim() : event.kind));
}

describe('a move of business time', () => {
  it('makes the acquirer send all callbacks that became due, each scenario in order', async () => {
    const { recurring } = world.acquirer();
    const expiresAt = new Date((await world.now()).getTime() + 30 * DAY_SECONDS * 1000);
    const mandate = mandateRequest({ model: 'M', code: '000014', terms: { ...mandateRequest().terms, expiresAt } });
    await recurring.registerMandate(mandate);
    await world.forward(30);
    const charges = [mandateCharge(startedMandate(mandate), 1_000), mandateCharge(startedMandate(mandate), 1_000)];
    for (const charge of charges) await recurring.chargeMandate(charge);
    await world.forward(366 * DAY_SECONDS);
    await world.sandbox.deliverCallbacks('due');
    const outcomes = await receivedOutcomes();
    expect(outcomes.filter((outcome) => outcome.startsWith('attempt'))).toEqual(['attempt failed AM_TIMEOUT', 'attempt failed AM_TIMEOUT']);
    expect(outcomes.filter((outcome) => outcome.startsWith('consent'))).toEqual(['consent active', 'consent expired']);
    expect(outcomes.at(-1)).toBe('consent expired');
  });

  it('is visible on the clock’s page and expires confirmations in the bank’s app', async () => {
    const page = await (await fetch(`${world.sandbox.url}/clock`)).text();
    expect(page).toContain('366 d');
    const moveClock = (amount: string): Promise<Response> =>
      fetch(`${world.sandbox.url}/clock`, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ amount, unit: 'days' }) });
    const mandate = mandateRequest({ code: '654321' }); // not a test value, so the payer has to confirm in the app
    await world.acquirer().recurring.registerMandate(mandate);
    expect(await (await fetch(`${world.sandbox.url}/bank-app/debowy`)).text()).toContain(`accept-${mandate.reference}`);
    expect([(await moveClock('-1')).status, (await moveClock('367')).status, (await moveClock('1')).status]).toEqual([422, 422, 303]);
    expect(await (await fetch(`${world.sandbox.url}/bank-app/debowy`)).text()).not.toContain(`accept-${mandate.reference}`);
  });
});
