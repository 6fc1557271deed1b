import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import type { StartedAttempt } from '../../../src/connectors/acquirers/port/attempt.js';
import { type AcquirerWorld, attemptRequest, refundRequest, startedAttempt, startAcquirerWorld } from './support/acquirer-world.js';

let world: AcquirerWorld;
beforeAll(async () => {
  world = await startAcquirerWorld({ clockStopped: true });
});
afterAll(() => world.stop());

const dayOf = (at: Date, days = 0): string => DateTime.fromJSDate(at, { zone: 'Europe/Warsaw' }).plus({ days }).toISODate() ?? '';
const fetchFile = async (method: string, day: string): Promise<{ status: number; lines: string[] }> => {
  const response = await fetch(`${world.sandbox.url}/acquirer/settlements/${method}/${day}.csv`);
  return { status: response.status, lines: (await response.text()).trimEnd().split('\r\n') };
};
const HEADING = 'reference,amount,currency,payment';

async function createPaid(amountMinor: number): Promise<StartedAttempt> {
  const attempt = attemptRequest({ money: { amountMinor, currency: 'PLN' } });
  const started = startedAttempt(attempt, await world.acquirer().start(attempt));
  await world.decideOnPage(started.providerRef ?? '', 'confirm');
  return started;
}

describe('the acquirer’s settlement file', () => {
  it('contains the payments and refunds of the day and the method with the gateway’s references, without failed payments', async () => {
    const today = dayOf(await world.now());
    const payment = await createPaid(12_345);
    await createPaid(777_91);
    const refund = refundRequest(payment, 1_000);
    await world.acquirer().refund(refund);
    const { reference } = payment;
    expect((await fetchFile('mbank', today)).lines).toEqual([HEADING, `${reference},123.45,PLN,${reference}`]);
    await world.forward(2);
    const all = [HEADING, `${reference},123.45,PLN,${reference}`, `${refund.reference},-10.00,PLN,${reference}`];
    expect((await fetchFile('mbank', today)).lines).toEqual(all);
    expect((await fetchFile('ing', today)).lines).toEqual([HEADING]);
    expect((await fetchFile('mbank', dayOf(await world.now(), 1))).lines).toEqual([HEADING]);
  });

  it('omits a payment that failed after it was paid, and contains a payment with three callbacks once', async () => {
    const today = dayOf(await world.now());
    const { lines: before } = await fetchFile('mbank', today);
    const { reference } = await createPaid(777_94);
    const { reference: failedReference } = await createPaid(777_95);
    expect((await fetchFile('mbank', today)).lines.slice(before.length)).toEqual(
      [reference, failedReference].map(
        (paymentReference, index) => `${paymentReference},${['777.94', '777.95'][index]},PLN,${paymentReference}`,
      ),
    );
    await world.forward(4);
    expect((await fetchFile('mbank', today)).lines.slice(before.length)).toEqual([`${reference},777.94,PLN,${reference}`]);
  });

  it('is not found for an unknown method or an invalid day', async () => {
    expect(
      await Promise.all([fetchFile('nothing', '2026-11-21'), fetchFile('mbank', '2026-13-01'), fetchFile('mbank', 'today')]),
    ).toMatchObject(Array(3).fill({ status: 404 }));
  });
});
