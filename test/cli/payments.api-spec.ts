import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CHANNELS } from '../../src/connectors/acquirers/catalogue/channel-catalogue.js';
import { Changes } from '../../src/platform/changes/changes.service.js';
import { ReviewHeldPaymentService } from '../../src/products/payments/review/review-held-payment.service.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from '../payments/support/payment-shop.js';
import { moveAttemptsToSandbox, refundResult, refundShop, sendRefunds } from '../payments/support/refund-shop.js';
import { expectLedgerValid } from '../payments/support/expect-ledger-valid.js';
import { OK } from '../support/receiver.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { type Run, runCommandWith } from './cli-world.js';

let world: World;
let payments: PaymentWorld;
let shop: PaymentShop;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all', PAYMENT_HOLD_PER_EMAIL: '1' });
  payments = paymentWorld(world);
  shop = await payments.openPaymentShop();
  env = { ...world.settings };
});
afterAll(() => world.stop());

const run = (...argv: string[]): Promise<Run> => runCommandWith(env, argv);
// oxlint-disable-next-line typescript/no-explicit-any -- the output is JSON of unknown shape, which the assertions check
const runJson = async (...argv: string[]): Promise<any> => {
  const { code, out, err } = await run(...argv, '--json');
  if (code !== 0) throw new Error(`"${argv.join(' ')}" ended with ${code}: ${err}`);
  return JSON.parse(out) as unknown;
};
const createPaidPayment = async (email: string): Promise<string> => {
  const id = await shop.createNewPayment({ amount: 100, control: 'order-1', customer: { email } });
  await shop.beginAttempt(id);
  await shop.reportAttempt(id, { outcome: 'paid' });
  return id;
};

describe('service channels', () => {
  it('lists the channels and changes the named ones', async () => {
    const { id } = await runJson(
      'service',
      'create',
      '--partner',
      shop.shop.partnerId,
      '--area',
      'payment',
      '--name',
      'Books',
      '--channels',
      'blik,card',
    );
    expect((await runJson('service', 'show', id)).channels).toBe('blik, card');
    const changed = await runJson(
      'service',
      'channels',
      id,
      '--channel',
      'card,mbank',
      '--enable',
      '--commission',
      '2.5+0.30',
      '--reason',
      'Contract',
      '--yes',
      '--currencies',
      'pln,eur',
      '--limits',
      '5-250.50',
    );
    expect(changed.channels).toMatchObject([
      { channel: 'mbank', enabled: true, currencies: 'PLN' },
      {
        channel: 'card',
        enabled: true,
        commission_percent: '2.5',
        commission_fixed: '0.30',
        currencies: 'PLN,EUR',
        min: '5.00',
        max: '250.50',
      },
    ]);
    await runJson('service', 'channels', id, '--channel', 'card', '--disable', '--currencies', 'default', '--limits', 'default');
    const channels = (await runJson('service', 'channels', id)).channels as { channel: string; enabled: boolean; max: string }[];
    expect(channels).toHaveLength(CHANNELS.length);
    expect(channels.filter(({ enabled }) => enabled).map(({ channel }) => channel)).toEqual(['blik', 'mbank']);
    expect(channels.find(({ channel }) => channel === 'card')).toMatchObject({ max: '50000.00' });
  });

  it.each([
    [['--channel', 'nope', '--enable'], 'There is no channel nope.'],
    [['--enable'], 'Give the channels to change with --channel'],
    [['--channel', 'card', '--commission', '100'], 'It must be a percentage of at most 99'],
    [['--channel', 'card', '--commission', '1+2+3'], 'It must be a percentage of at most 99'],
    [['--channel', 'card', '--limits', '5-1'], 'It must be the smallest and the largest amount'],
    [['--channel', 'card', '--currencies', 'zloty'], 'It must be currencies such as PLN,EUR.'],
    [['--channel', 'card', '--enable', '--disable'], 'cannot be used with'],
  ])('rejects %j', async (options, message) => {
    const { code, err } = await run('service', 'channels', shop.serviceId, ...options);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it('rejects services of other products', async () => {
    expect((await run('service', 'channels', shop.shop.serviceId)).err).toContain('Only online payment services have channels');
  });
});

describe('transaction show', () => {
  it('shows the attempts of a payment with reasons, postings and deliveries, by either of its ids', async () => {
    const id = await shop.createNewPayment({ amount: 100, control: 'order-1' });
    await shop.beginAttempt(id);
    await shop.reportAttempt(id, { outcome: 'failed', reason: 'insufficient_funds' } as never);
    await shop.beginAttempt(id, 'card');
    await shop.reportAttempt(id, { outcome: 'paid' });
    const view = await runJson('transaction', 'show', id);
    expect(view.transaction).toMatchObject({ status: 'transaction_paid', channel: 'card', value_in_pln: '100.00', commission: '2.15' });
    expect(view.attempts).toMatchObject([
      { channel: 'mbank', state: 'failed', ticket_code: 'INSUFFICIENT_FUNDS' },
      { channel: 'card', state: 'paid', history: [{ to: 'pending' }, { to: 'paid', reason: 'channel_paid' }] },
    ]);
    expect(view.callbacks).toMatchObject([{ effect: 'applied' }, { effect: 'applied' }]);
    expect(view.history.map(({ to }: { to: string }) => to)).toEqual(['transaction_new', 'transaction_generated', 'transaction_paid']);
    expect(JSON.stringify(view.entries)).toContain('platform:clearing:card');
    expect(view.deliveries.length).toBe(2);
    const { code, out } = await run('transaction', 'show', view.transaction.payer_transaction_id.toLowerCase());
    expect([code, out]).toEqual([0, expect.stringContaining('INSUFFICIENT_FUNDS')]);
  });
});

describe('payment held, release and reject', () => {
  it('list payments that are held for review, release one and reject another', async () => {
    await createPaidPayment('often@example.com');
    const [genuine, fraudulent] = [await createPaidPayment('often@example.com'), await createPaidPayment('often@example.com')];
    expect((await runJson('payment', 'held')).map(({ transaction_id: id }: { transaction_id: string }) => id)).toEqual([
      genuine,
      fraudulent,
    ]);
    expect(await runJson('payment', 'release', genuine, '--reason', 'Known')).toEqual({ id: genuine, status: 'transaction_paid' });
    expect(await runJson('payment', 'reject', fraudulent, '--reason', 'Stolen')).toEqual({ id: fraudulent, status: 'transaction_fraud' });
    expect((await run('payment', 'reject', genuine, '--reason', 'Stolen')).err).toContain('is not held');
    expect((await run('payment', 'held')).out).toContain('No payment is held.');
    expect(await world.get(ReviewHeldPaymentService).release(genuine)).toBe(false);
    expect(await runJson('payment', 'suspense')).toMatchObject([{ transaction_id: fraudulent, channel: 'mbank', in_suspense: '100.00' }]);
    await expectLedgerValid(world);
  });
});

describe('payment conflicts', () => {
  it('lists both status updates, with the booked amount and the conflicting amount', async () => {
    const id = await createPaidPayment('twofold@example.com');
    await shop.reportAttempt(id, { outcome: 'paid', money: { amountMinor: 9_000, currency: 'EUR' } });
    expect(await runJson('payment', 'conflicts')).toMatchObject([
      { transaction_id: id, conflict: 'other_sum', entered: '100.00', currency: 'PLN', conflict_amount: '90.00', conflict_currency: 'EUR' },
    ]);
    expect((await run('payment', 'conflicts', '--limit', '1')).out).toContain('other_sum');
    const { attempts } = await runJson('transaction', 'show', id);
    expect(attempts).toMatchObject([{ conflict: 'other_sum', conflict_amount: '90.00', conflict_currency: 'EUR' }]);
    await world.database.query(
      `UPDATE payment_attempt SET conflict = NULL, conflict_at = NULL, next_poll_at = NULL WHERE transaction_id = $1`,
      [id],
    );
    expect((await run('payment', 'conflicts')).out).toBe('No payment has a conflict.\n');
  });
});

describe('payment refunds and transaction show', () => {
  it('show the refunds of a payment, and list those whose outcome is unknown', async () => {
    const refunds = refundShop(world, shop);
    await refunds.createPaidTransaction({ amount: 900, customer: { email: 'rich@example.com' } });
    const id = await refunds.createPaidTransaction({ amount: 100, control: 'order-1', customer: { email: 'back@example.com' } });
    payments.acquirer.onRefund = ({ money }) => refundResult(money.amountMinor === 4_000 ? 'unknown' : 'rejected', { rawCode: 'LATE' });
    const [pending, rejected] = [await refunds.createNewRefund(id, 40), await refunds.createNewRefund(id, 5)];
    await until(
      async () => {
        await sendRefunds(world);
        return refunds.status(rejected);
      },
      (status) => status === 'rejected',
    );
    expect(await runJson('payment', 'refunds')).toMatchObject([
      { id: pending, status: 'refund_pending', transaction_id: id, amount: '40.00', conflict: null },
    ]);
    await refunds.reportRefund(rejected, 'completed', { result: { rawCode: 'DONE' } });
    const limited = await run('payment', 'refunds', '--limit', '1', '--json');
    expect([JSON.parse(limited.out), limited.err]).toEqual([
      [expect.anything()],
      'The list is limited to 1. Give a larger --limit to see more.\n',
    ]);
    const refundList = await runJson('payment', 'refunds');
    expect(refundList.map((refund: { conflict: string }) => refund.conflict)).toEqual([null, 'completed_after_release']);

    const view = await runJson('transaction', 'show', id);
    expect(view.refunds).toMatchObject([
      { id: pending, status: 'refund_pending', raw_code: 'LATE', history: [{ to: 'refund_pending' }] },
      {
        id: rejected,
        status: 'refund_rejected',
        history: [{ to: 'refund_pending' }, { to: 'refund_rejected', reason: 'channel_rejected' }],
      },
    ]);
    const deliveriesOf = (subjectId: string) =>
      view.deliveries.filter(({ transaction_id: subject }: { transaction_id: string }) => subject === subjectId);
    expect([id, pending, rejected].map((subjectId) => deliveriesOf(subjectId).length > 0)).toEqual([true, true, true]);
    expect(view.transaction.erased_at).toBeNull();
    expect(view.callbacks.at(-1)).toMatchObject({ kind: 'refund', refund: rejected, outcome: 'completed', effect: 'for_staff' });
    expect(JSON.stringify(view.entries)).toContain('refund.released');
    const { out } = await run('transaction', 'show', id);
    expect(out).toMatch(/History of the refunds[\s\S]+channel_rejected/);

    await refunds.reportRefund(pending, 'completed');
    await world.asOwner('UPDATE payment_refund SET conflict = NULL');
    expect((await run('payment', 'refunds')).out).toContain('No refund is open.');
    await expectLedgerValid(world);

    // Many notifications about one refund do not hide the other notifications of the payment.
    const deliveryCount = (await runJson('transaction', 'show', id)).deliveries.length;
    const body = { json: '{}', signedText: '{}' };
    const notification = {
      type: 'ipn:test',
      body,
      serviceId: shop.serviceId,
      subjectId: rejected,
      occurredAt: new Date(),
      traceParent: null,
    };
    await world.get(Changes).transaction((unit) => Promise.resolve(times(100, () => unit.addNotification(notification))));
    expect((await runJson('transaction', 'show', id)).deliveries).toHaveLength(deliveryCount + 100);
  });
});

describe('notification test', () => {
  it('sends an ipn:test that the receiver can verify', async () => {
    const { nonce } = await runJson('notification', 'test', shop.serviceId);
    const request = await until(
      () => shop.shop.receiver.requests.find(({ body }) => body.includes(nonce as string)),
      (received) => received !== undefined,
    );
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ type: 'ipn:test', data: { service_id: shop.serviceId, nonce } });
  });

  const testAndWait = () => run('notification', 'test', shop.serviceId, '--wait');

  it('waits for the response with --wait, and prints whether the response is correct', async () => {
    const acknowledged = await testAndWait();
    expect(acknowledged).toMatchObject({ code: 0, out: expect.stringContaining('your program acknowledged it: 200 with OK.') });
    shop.shop.receiver.setResponses({ status: 200, body: '<html>Thank you</html>' });
    const notAcknowledged = await testAndWait();
    const verdict = 'your program responded 200 with "<html>Thank you</html>": the body must be OK and nothing else';
    expect(notAcknowledged).toMatchObject({ code: 1, out: expect.stringContaining(`${verdict}.`) });
    const [delivery] = (await runJson('deliveries', 'list', '--service', shop.serviceId, '--limit', '1')) as {
      id: string;
      verdict: string;
    }[];
    expect(delivery?.verdict).toBe(verdict);
    expect((await run('deliveries', 'show', delivery?.id ?? '')).out).toContain(verdict);
    shop.shop.receiver.setResponses(OK);
  });
});

describe('payment refund', () => {
  const WHY = ['--reason', 'Ticket 4711', '--author', 'Anna'];

  it('shows the refund and requires --yes, and refunds a part and then the rest', async () => {
    const refundingShop = await payments.openPaymentShop();
    const id = await refundShop(world, refundingShop).createPaidTransaction({ amount: 100 });
    await refundShop(world, refundingShop).createPaidTransaction({ amount: 100 });
    await moveAttemptsToSandbox(world, id);
    const payerTransactionId = (await runJson('transaction', 'show', id)).transaction.payer_transaction_id as string;
    const unconfirmed = await run('payment', 'refund', payerTransactionId, '--amount', '40', ...WHY);
    expect([unconfirmed.code, unconfirmed.err]).toEqual([2, expect.stringContaining(`40.00 PLN of payment ${payerTransactionId} of`)]);
    expect(unconfirmed.err).toContain('The payment was 100.00 PLN. Earlier refunds and chargebacks: 0.00 PLN.');
    const part = await runJson('payment', 'refund', payerTransactionId.toLowerCase(), '--amount', '40', ...WHY, '--yes');
    expect(part).toMatchObject({ transaction_id: id, status: 'refund_new', amount: '40.00', currency: 'PLN' });
    expect((await run('payment', 'refund', id, ...WHY)).err).toContain('60.00 PLN of payment');
    await expect(runJson('payment', 'refund', id, ...WHY, '--yes')).resolves.toMatchObject({ amount: '60.00' });
    expect(await run('payment', 'refund', id, ...WHY, '--yes')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('Nothing is left of the payment to be refunded'),
    });
    const [entry] = await runJson('audit', 'list', '--subject', part.refund_id);
    expect(entry).toMatchObject({ author: 'Anna', action: 'refund.create', reason: 'Ticket 4711' });
    expect(JSON.parse(entry.after)).toEqual({ transaction_id: id, amount_minor: 4000, currency: 'PLN' });
    expect((await runJson('transaction', 'show', id)).refunds).toMatchObject([{ amount: '40.00' }, { amount: '60.00' }]);
    expect((await run('ledger', 'verify')).code).toBe(0);
  });

  it('prints why a refund is not possible', async () => {
    const unpaid = await shop.createNewPayment({ amount: 100 });
    expect((await run('payment', 'refund', unpaid, ...WHY, '--yes')).err).toContain('Only a paid transaction can be refunded');
    expect((await run('payment', 'refund', 'K7Q2ZP0D', ...WHY, '--yes')).err).toContain('There is no online payment K7Q2ZP0D');
    expect(await run('payment', 'refund', unpaid, '--yes')).toMatchObject({ code: 2, err: expect.stringContaining('--reason') });
  });
});
