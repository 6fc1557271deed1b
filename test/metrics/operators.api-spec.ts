import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BusinessClock } from '../../src/common/time/clocks.js';
import { ScheduledVerificationService } from '../../src/platform/ledger/verification/scheduled-verification.service.js';
import { ApplyChargeOutcomeService } from '../../src/products/direct-billing/charges/apply-charge-outcome.service.js';
import { ExpireTransactionsService } from '../../src/products/direct-billing/charges/expire-transactions.service.js';
import { isChargeResponse, type ChargeWorld, startChargeWorld } from '../direct-billing/support/charge-world.js';
import { drainBatches } from '../support/drain-batches.js';
import { until } from '../support/until.js';
import { scrape } from './support/scraper.js';

let chargeWorld: ChargeWorld;
beforeAll(async () => {
  chargeWorld = await startChargeWorld({ METRICS_PORT: '0' });
});
afterAll(() => chargeWorld.stop());

const metricValue = async (series: string): Promise<number> => (await scrape(chargeWorld.world)).value(series) ?? NaN;
const callsSeries = (operation: string, outcome: string): string =>
  `gateway_connector_calls_total{kind="operator",connector="orange",operation="${operation}",outcome="${outcome}"}`;
const openChargeAge = (state: string): Promise<number> =>
  metricValue(`gateway_direct_billing_oldest_open_charge_seconds{connector="orange",state="${state}"}`);
/** By how much a series grows while the work runs. */
async function growth(series: string, work: () => Promise<unknown>): Promise<number> {
  const before = await metricValue(series);
  await work();
  return (await metricValue(series)) - before;
}

describe('provider requests to operators', () => {
  it('are counted and timed by operation and outcome', async () => {
    expect(await growth(callsSeries('sendCode', 'ok'), () => chargeWorld.createWithCodeSent())).toBe(1);
    const order = await chargeWorld.createWithCodeSent();
    expect(await growth(callsSeries('charge', 'ok'), () => order.payer.enterCode())).toBe(1);
    expect(await metricValue('gateway_connector_call_duration_seconds_count{kind="operator",connector="orange",operation="charge"}')).toBe(
      1,
    );
    expect(
      await growth(callsSeries('chargeStatus', 'ok'), () => chargeWorld.advanceUntil(order.status, (status) => status === 'payed')),
    ).toBeGreaterThan(0);
  });

  it('that are declined are counted as declined', async () => {
    const order = await chargeWorld.createWithCodeSent('001');
    expect(await growth(callsSeries('charge', 'declined'), () => order.payer.enterCode())).toBe(1);
  });

  it('whose connection breaks are counted as interrupted', async () => {
    const order = await chargeWorld.createWithCodeSent();
    const { held, work } = await chargeWorld.holdMessages(isChargeResponse, 1, () => ({ typed: order.payer.enterCode() }));
    const loseResponse = async (): Promise<void> => {
      held[0]?.letArriveWithoutResponse();
      await work.typed;
    };
    expect(await growth(callsSeries('charge', 'interrupted'), loseResponse)).toBe(1);
    await chargeWorld.advanceUntil(order.status, (status) => status === 'payed');
  });

  it('that do not reach the operator are counted as unreachable', async () => {
    const order = await chargeWorld.createWithCodeSent();
    const makeReachable = chargeWorld.disconnectOperators();
    expect(await growth(callsSeries('charge', 'unreachable'), () => order.payer.enterCode())).toBe(1);
    makeReachable();
  });

  it('that fail at the operator are counted as errors', async () => {
    await expect(chargeWorld.createWithCodeSent('010')).rejects.toThrow('No code was sent');
    expect(await metricValue(callsSeries('sendCode', 'error'))).toBe(1);
  });
});

describe('charges', () => {
  it('without a final outcome have their age exported by state, until the outcome is known', async () => {
    expect([await openChargeAge('sent'), await openChargeAge('accepted')]).toEqual([0, 0]);
    expect(await metricValue('gateway_metrics_source_up{source="open-charges"}')).toBe(1);
    const [first, second] = [await chargeWorld.createWithCodeSent(), await chargeWorld.createWithCodeSent()];
    const underWay = await chargeWorld.holdNewCharge(first);
    await chargeWorld.world.moveTimeForward({ minutes: 2 });
    const secondUnderWay = await chargeWorld.holdNewCharge(second);
    await chargeWorld.world.moveTimeForward({ minutes: 3 });
    expect(await openChargeAge('sent')).toBeGreaterThanOrEqual(300);
    expect(await openChargeAge('sent')).toBeLessThan(360);
    await chargeWorld.deliverHeldCharge(underWay);
    expect(await openChargeAge('sent')).toBeLessThan(240); // the age of the second charge
    await chargeWorld.world.moveTimeForward({ minutes: 1 });
    expect(await openChargeAge('accepted')).toBeGreaterThanOrEqual(60);
    await chargeWorld.deliverHeldCharge(secondUnderWay);
    for (const order of [first, second]) await chargeWorld.advanceUntil(order.status, (status) => status === 'payed');
    expect([await openChargeAge('sent'), await openChargeAge('accepted')]).toEqual([0, 0]);
    expect(await metricValue('gateway_direct_billing_oldest_open_charge_seconds{connector="plus",state="sent"}')).toBe(0);
  });

  it('with a conflict are counted once a poll of the operator does not resolve the conflict', async () => {
    const conflicts = (): Promise<number> => metricValue('gateway_direct_billing_conflicts{connector="orange"}');
    const order = await chargeWorld.createWithCodeSent();
    await order.payer.enterCode();
    await chargeWorld.advanceUntil(order.status, (status) => status === 'payed');
    const [{ reference } = { reference: '' }] = await order.charges();
    const reportRefused = (polledAt?: Date): Promise<unknown> =>
      chargeWorld.world.get(ApplyChargeOutcomeService).run({ reference }, { outcome: 'refused', reason: 'blocked_by_operator', polledAt });
    await reportRefused();
    expect(await conflicts()).toBe(0); // the poll is still due
    await reportRefused(new Date(chargeWorld.world.get(BusinessClock).now().getTime() + 1_000));
    expect(await conflicts()).toBe(1);
    expect(await metricValue('gateway_direct_billing_conflicts{connector="plus"}')).toBe(0);
  });

  it('that are booked too late are counted, and are in suspense until they are reversed', async () => {
    const lateSeries = 'gateway_state_changes_total{subject="direct_billing_charge",state="reversal_due",connector="orange"}';
    const suspense = async (): Promise<number> => {
      await chargeWorld.world.get(ScheduledVerificationService).run();
      return metricValue('gateway_ledger_suspense_minor{currency="PLN",test="true"}');
    };
    expect(await metricValue(lateSeries)).toBe(0);
    const order = await chargeWorld.createWithCodeSent('700', { amount: 10 });
    const underWay = await chargeWorld.holdNewCharge(order);
    await chargeWorld.world.moveTimeForward({ minutes: 31 });
    await chargeWorld.pollAllDueCharges();
    await drainBatches(() => chargeWorld.world.get(ExpireTransactionsService).batch());
    await chargeWorld.deliverHeldCharge(underWay);
    const [state] = await until(
      async () => {
        await chargeWorld.world.moveTimeForward({ minutes: 5 });
        await chargeWorld.pollAllDueCharges();
        return order.states();
      },
      ([reached]) => reached !== 'in_doubt',
    );
    expect(state).toBe('reversal_due');
    expect(await metricValue(lateSeries)).toBe(1);
    await chargeWorld.world.moveTimeForward({ seconds: 10 });
    expect(await openChargeAge('reversal_due')).toBeGreaterThanOrEqual(10);
    const [charge] = await chargeWorld.world.database.query<{ gross: string }[]>(
      'SELECT gross_minor AS gross FROM direct_billing_charge WHERE transaction_id = $1',
      [order.id],
    );
    expect(await suspense()).toBe(Number(charge?.gross));
    await chargeWorld.advanceUntil(order.states, ([state]) => state === 'reversed');
    expect(await suspense()).toBe(0);
    expect(await metricValue(lateSeries)).toBe(1);
  });
});
