import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { drainBatches } from '../support/drain-batches.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { attemptResult } from '../payments/support/fake-acquirer.js';
import { openShop, type PaymentShop, paymentWorld, type PaymentWorld } from '../payments/support/payment-shop.js';
import { refundResult, refundShop, sendRefunds } from '../payments/support/refund-shop.js';
import { PollAcquirersService } from '../../src/products/payments/poll-acquirers.service.js';
import { scrape } from './support/scraper.js';

let world: World;
beforeAll(async () => {
  world = await startWorld({ METRICS_PORT: '0' });
});
afterAll(() => world.stop());

const metricValue = async (series: string): Promise<number> => (await scrape(world)).value(series) ?? NaN;

describe('provider requests to acquirers', () => {
  it('are counted and timed by operation and outcome', async () => {
    const okSeries = 'gateway_connector_calls_total{kind="acquirer",connector="sandbox",operation="start",outcome="ok"}';
    const pendingSeries = 'gateway_connector_calls_total{kind="acquirer",connector="sandbox",operation="start",outcome="pending"}';
    expect([await metricValue(okSeries), await metricValue(pendingSeries)]).toEqual([0, 0]);
    const shop = await openShop(world);
    await shop.beginAttempt(await shop.createNewPayment());
    expect([await metricValue(okSeries), await metricValue(pendingSeries)]).toEqual([0, 1]);
    expect(await metricValue('gateway_connector_call_duration_seconds_count{kind="acquirer",connector="sandbox",operation="start"}')).toBe(
      1,
    );
  });
});

describe('the metrics of attempts and refunds without a final outcome', () => {
  let payments: PaymentWorld;
  let shop: PaymentShop;
  beforeAll(async () => {
    payments = paymentWorld(world);
    shop = await payments.openPaymentShop();
  });
  const attempt = (state: string): Promise<number> =>
    metricValue(`gateway_payment_oldest_open_attempt_seconds{connector="fake",state="${state}"}`);
  const refund = (state: string): Promise<number> =>
    metricValue(`gateway_payment_oldest_open_refund_seconds{connector="fake",state="${state}"}`);

  it('show for how long the outcome of the oldest attempt has been unknown', async () => {
    payments.acquirer.onStart = () => attemptResult({ outcome: 'unknown' });
    const id = await shop.createNewPayment();
    await shop.beginAttempt(id);
    await world.moveTimeForward({ minutes: 2 });
    expect(await attempt('sent')).toBeGreaterThanOrEqual(120);
    await shop.reportAttempt(id, { outcome: 'paid' });
    expect(await attempt('sent')).toBeNaN(); // an account that is no longer configured has a value only while it has an open attempt
  });

  it('show for how long money has been authorized and not captured', async () => {
    payments.acquirer.onCapture = () => attemptResult({ outcome: 'unknown' });
    const id = await shop.createNewPayment();
    await shop.beginAttempt(id);
    await shop.reportAttempt(id, { outcome: 'authorized' });
    for (const hours of [1, 2, 3]) {
      await world.moveTimeForward({ hours: 1 });
      await drainBatches(() => payments.pollAttempts());
      expect(await attempt('authorized')).toBeGreaterThanOrEqual(hours * 3600); // polls do not change the value
    }
    payments.acquirer.onPoll = () => attemptResult({ outcome: 'paid' });
    await world.moveTimeForward({ hours: 2 });
    await until(
      async () => {
        await payments.pollAttempts();
        return shop.readStatus(id);
      },
      (status) => status === 'paid',
    );
    expect(await attempt('authorized')).toBeNaN();
  });

  it('show for how long payers have waited for their refunds', async () => {
    const refunds = refundShop(world, shop);
    const id = await refunds.createPaidTransaction();
    payments.acquirer.onRefund = () => refundResult('pending');
    payments.acquirer.onPollRefund = () => refundResult('pending');
    await refunds.createNewRefund(id, 5);
    await world.moveTimeForward({ minutes: 3 });
    expect(await refund('refund_new')).toBeGreaterThanOrEqual(180);
    await drainBatches(() => world.get(PollAcquirersService).batch('refund', 'fake'));
    expect(await refund('refund_new')).toBeNaN();
    await world.moveTimeForward({ hours: 24 });
    expect(await refund('refund_pending')).toBeGreaterThanOrEqual(24 * 3600);
  });
});

describe('conflicts of attempts and refunds', () => {
  it('are counted once a poll of the acquirer does not resolve them', async () => {
    const payments = paymentWorld(world);
    const shop = await payments.openPaymentShop();
    const refunds = refundShop(world, shop);
    const conflicts = (): Promise<number> => metricValue('gateway_payment_conflicts{connector="fake"}');
    expect(await metricValue('gateway_payment_conflicts{connector="sandbox"}')).toBe(0);
    expect(await metricValue('gateway_metrics_source_up{source="payment-conflicts"}')).toBe(1);

    const id = await refunds.createPaidTransaction();
    const euros = { amountMinor: 700, currency: 'EUR' };
    await shop.reportAttempt(id, { outcome: 'paid', money: euros });
    expect(await conflicts()).toBeNaN(); // the poll is still due
    payments.acquirer.onPoll = () => attemptResult({ outcome: 'paid', money: euros });
    await payments.pollAttempts();
    expect(await conflicts()).toBe(1);

    payments.acquirer.onRefund = () => refundResult('completed');
    const refund = await refunds.createNewRefund(await refunds.createPaidTransaction(), 5);
    await drainBatches(() => sendRefunds(world));
    await refunds.reportRefund(refund, 'completed', { money: euros });
    expect(await conflicts()).toBe(1);
    payments.acquirer.onPollRefund = () => refundResult('completed', { money: euros });
    await drainBatches(() => sendRefunds(world));
    expect(await conflicts()).toBe(2);
  });
});
