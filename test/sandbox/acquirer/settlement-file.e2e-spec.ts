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
const file = async (method: string, day: string): Promise<{ status: number; lines: string[] }> => {
  const answer = await fetch(`${world.sandbox.url}/acquirer/settlements/${method}/${day}.csv`);
  return { status: answer.status, lines: (await answer.text()).trimEnd().split('\r\n') };
};
const HEADING = 'reference,amount,currency,payment';

async function paid(amountMinor: number): Promise<StartedAttempt> {
  const attempt = attemptRequest({ money: { amountMinor, currency: 'PLN' } });
  const known = startedAttempt(attempt, await world.acquirer().start(attempt));
  await world.decide(known.providerRef ?? '', 'confirm');
  return known;
}

describe('the acquirer’s settlement file', () => {
  it('contains the payments and refunds of the day and the method with the gateway’s references, without failed payments', async () => {
    const today = dayOf(await world.now());
    const payment = await paid(12_345);
    await paid(777_91);
    const refund = refundRequest(payment, 1_000);
    await world.acquirer().refund(refund);
    const { reference } = payment;
    expect((await file('mbank', today)).lines).toEqual([HEADING, `${reference},123.45,PLN,${reference}`]);
    await world.forward(2);
    const all = [HEADING, `${reference},123.45,PLN,${reference}`, `${refund.reference},-10.00,PLN,${reference}`];
    expect((await file('mbank', today)).lines).toEqual(all);
    expect((await file('ing', today)).lines).toEqual([HEADING]);
    expect((await file('mbank', dayOf(await world.now(), 1))).lines).toEqual([HEADING]);
  });

  it('omits a payment that failed after it was paid, and contains a payment with three callbacks once', async () => {
    const today = dayOf(await world.now());
    const { lines: before } = await file('mbank', today);
    const { reference } = await paid(777_94);
    const { reference: contradicted } = await paid(777_95);
    expect((await file('mbank', today)).lines.slice(before.length)).toEqual(
      [reference, contradicted].map((each, index) => `${each},${['777.94', '777.95'][index]},PLN,${each}`),
    );
    await world.forward(4);
    expect((await file('mbank', today)).lines.slice(before.length)).toEqual([`${reference},777.94,PLN,${reference}`]);
  });

  it('is not found for an unknown method or an invalid day', async () => {
    expect(await Promise.all([file('nothing', '2026-11-21'), file('mbank', '2026-13-01'), file('mbank', 'today')])).toMatchObject(
      Array(3).fill({ status: 404 }),
    );
  });
});
