import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mandateCharge, mandateRequest, type AcquirerWorld, startAcquirerWorld, startedMandate } from './support/acquirer-world.js';

const DAY = 86_400;

let world: AcquirerWorld;
beforeAll(async () => {
  world = await startAcquirerWorld({ clockStopped: true });
});
afterAll(() => world.stop());

/** Outcomes in all callbacks, in the order in which they came. */
async function receivedOutcomes(): Promise<string[]> {
  const raw = world.gateway.received.map(({ headers, body }) => ({ headers, body, query: {}, address: '127.0.0.1' }));
  const read = await Promise.all(raw.map((one) => world.acquirer().readCallback(one)));
  return read
    .flatMap((report) => (report.verdict === 'verified' ? report.events : []))
    .map((event) => ('result' in event ? `${event.kind} ${event.result.outcome} ${event.result.rawCode ?? ''}`.trim() : event.kind));
}

describe('a move of business time', () => {
  it('makes the acquirer send all callbacks that became due, each scenario in order', async () => {
    const { recurring } = world.acquirer();
    const expiresAt = new Date((await world.now()).getTime() + 30 * DAY * 1000);
    const consent = mandateRequest({ model: 'M', code: '000014', terms: { ...mandateRequest().terms, expiresAt } });
    await recurring.registerMandate(consent);
    await world.forward(30);
    const charges = [mandateCharge(startedMandate(consent), 1_000), mandateCharge(startedMandate(consent), 1_000)];
    for (const charge of charges) await recurring.chargeMandate(charge);
    await world.forward(366 * DAY);
    await world.sandbox.deliverReports('due');
    const all = await receivedOutcomes();
    expect(all.filter((one) => one.startsWith('attempt'))).toEqual(['attempt failed AM_TIMEOUT', 'attempt failed AM_TIMEOUT']);
    expect(all.filter((one) => one.startsWith('consent'))).toEqual(['consent active', 'consent expired']);
    expect(all.at(-1)).toBe('consent expired');
  });

  it('is visible on the clock’s page and expires confirmations in the bank’s app', async () => {
    const page = await (await fetch(`${world.sandbox.url}/clock`)).text();
    expect(page).toContain('366 d');
    const move = (amount: string): Promise<Response> =>
      fetch(`${world.sandbox.url}/clock`, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ amount, unit: 'days' }) });
    const consent = mandateRequest({ code: '654321' });
    await world.acquirer().recurring.registerMandate(consent);
    expect(await (await fetch(`${world.sandbox.url}/bank-app/debowy`)).text()).toContain(`accept-${consent.reference}`);
    expect([(await move('-1')).status, (await move('367')).status, (await move('1')).status]).toEqual([422, 422, 303]);
    expect(await (await fetch(`${world.sandbox.url}/bank-app/debowy`)).text()).not.toContain(`accept-${consent.reference}`);
  });
});
