import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BusinessClock } from '../../src/common/time/clocks.js';
import { ScheduledVerificationService } from '../../src/platform/ledger/scheduled-verification.service.js';
import { ApplyChargeOutcomeService } from '../../src/products/direct-billing/charges/apply-charge-outcome.service.js';
import { ExpireTransactionsService } from '../../src/products/direct-billing/charges/expire-transactions.service.js';
import { isChargeResponse, type ChargeWorld, startChargeWorld } from '../direct-billing/support/charge-world.js';
import { drainBatches } from '../support/drain-batches.js';
import { until } from '../support/until.js';
import { scrape } from './support/scraper.js';

let here: ChargeWorld;
beforeAll(async () => {
  here = await startChargeWorld({ METRICS_PORT: '0' });
});
afterAll(() => here.stop());

const seen = async (series: string): Promise<number> => (await scrape(here.world)).value(series) ?? NaN;
const calls = (operation: string, outcome: string): string =>
  `gateway_connector_calls_total{kind="operator",connector="orange",operation="${operation}",outcome="${outcome}"}`;
const open = (state: string): Promise<number> =>
  seen(`gateway_direct_billing_oldest_open_charge_seconds{connector="orange",state="${state}"}`);
/** By how much a series grows while the work runs. */
async function growth(series: string, work: () => Promise<unknown>): Promise<number> {
  const before = await seen(series);
  await work();
  return (await seen(series)) - before;
}

describe('provider requests to operators', () => {
  it('are counted and timed by operation and outcome', async () => {
    expect(await growth(calls('sendCode', 'ok'), () => here.sale())).toBe(1);
    const order = await here.sale();
    expect(await growth(calls('charge', 'ok'), () => order.payer.code())).toBe(1);
    expect(await seen('gateway_connector_call_duration_seconds_count{kind="operator",connector="orange",operation="charge"}')).toBe(1);
    expect(await growth(calls('chargeStatus', 'ok'), () => here.inTheEnd(order.status, (status) => status === 'payed'))).toBeGreaterThan(0);
  });

  it('that are declined are counted as declined', async () => {
    const order = await here.sale('001');
    expect(await growth(calls('charge', 'declined'), () => order.payer.code())).toBe(1);
  });

  it('whose connection breaks are counted as interrupted', async () => {
    const order = await here.sale();
    const { held, work } = await here.holding(isChargeResponse, 1, () => ({ typed: order.payer.code() }));
    const cut = async (): Promise<void> => {
      held[0]?.goUnanswered();
      await work.typed;
    };
    expect(await growth(calls('charge', 'interrupted'), cut)).toBe(1);
    await here.inTheEnd(order.status, (status) => status === 'payed');
  });

  it('that do not reach the operator are counted as unreachable', async () => {
    const order = await here.sale();
    const back = here.unreachable();
    expect(await growth(calls('charge', 'unreachable'), () => order.payer.code())).toBe(1);
    back();
  });

  it('that fail at the operator are counted as errors', async () => {
    await expect(here.sale('010')).rejects.toThrow('No code was sent');
    expect(await seen(calls('sendCode', 'error'))).toBe(1);
  });
});

describe('charges', () => {
  it('without a final outcome have their age exported by state, until the outcome is known', async () => {
    expect([await open('sent'), await open('accepted')]).toEqual([0, 0]);
    expect(await seen('gateway_metrics_source_up{source="open-charges"}')).toBe(1);
    const [first, second] = [await here.sale(), await here.sale()];
    const underWay = await here.onItsWay(first);
    await here.world.forward({ minutes: 2 });
    const later = await here.onItsWay(second);
    await here.world.forward({ minutes: 3 });
    expect(await open('sent')).toBeGreaterThanOrEqual(300);
    expect(await open('sent')).toBeLessThan(360);
    await here.arrive(underWay);
    expect(await open('sent')).toBeLessThan(240); // the age of the second charge
    await here.world.forward({ minutes: 1 });
    expect(await open('accepted')).toBeGreaterThanOrEqual(60);
    await here.arrive(later);
    for (const order of [first, second]) await here.inTheEnd(order.status, (status) => status === 'payed');
    expect([await open('sent'), await open('accepted')]).toEqual([0, 0]);
    expect(await seen('gateway_direct_billing_oldest_open_charge_seconds{connector="plus",state="sent"}')).toBe(0);
  });

  it('with a conflict are counted once a poll of the operator does not resolve the conflict', async () => {
    const conflicts = (): Promise<number> => seen('gateway_direct_billing_conflicts{connector="orange"}');
    const order = await here.sale();
    await order.payer.code();
    await here.inTheEnd(order.status, (status) => status === 'payed');
    const [{ reference } = { reference: '' }] = await order.charges();
    const refuse = (polledAt?: Date): Promise<unknown> =>
      here.world.get(ApplyChargeOutcomeService).run({ reference }, { outcome: 'refused', reason: 'blocked_by_operator', polledAt });
    await refuse();
    expect(await conflicts()).toBe(0); // the poll is still due
    await refuse(new Date(here.world.get(BusinessClock).now().getTime() + 1_000));
    expect(await conflicts()).toBe(1);
    expect(await seen('gateway_direct_billing_conflicts{connector="plus"}')).toBe(0);
  });

  it('that are booked too late are counted, and are in suspense until they are reversed', async () => {
    const late = 'gateway_state_changes_total{subject="direct_billing_charge",state="reversal_due",connector="orange"}';
    const suspense = async (): Promise<number> => {
      await here.world.get(ScheduledVerificationService).run();
      return seen('gateway_ledger_suspense_minor{currency="PLN",test="true"}');
    };
    expect(await seen(late)).toBe(0);
    const order = await here.sale('700', { amount: 10 });
    const underWay = await here.onItsWay(order);
    await here.world.forward({ minutes: 31 });
    await here.ask();
    await drainBatches(() => here.world.get(ExpireTransactionsService).batch());
    await here.arrive(underWay);
    const [state] = await until(
      async () => {
        await here.world.forward({ minutes: 5 });
        await here.ask();
        return order.states();
      },
      ([reached]) => reached !== 'in_doubt',
    );
    expect(state).toBe('reversal_due');
    expect(await seen(late)).toBe(1);
    await here.world.forward({ seconds: 10 });
    expect(await open('reversal_due')).toBeGreaterThanOrEqual(10);
    const [charge] = await here.world.database.query<{ gross: string }[]>(
      'SELECT gross_minor AS gross FROM direct_billing_charge WHERE transaction_id = $1',
      [order.id],
    );
    expect(await suspense()).toBe(Number(charge?.gross));
    await here.inTheEnd(order.states, ([state]) => state === 'reversed');
    expect(await suspense()).toBe(0);
    expect(await seen(late)).toBe(1);
  });
});
