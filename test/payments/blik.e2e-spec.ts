import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AbandonAttemptService } from '../../src/products/payments/attempts/abandon-attempt.service.js';
import { PaymentPageQuery } from '../../src/products/payments/checkout/payment-page.query.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { FakeAcquirer, attemptResult } from './support/fake-acquirer.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';

let world: World;
let payments: PaymentWorld;
let acquirer: FakeAcquirer;
let shop: PaymentShop;
beforeAll(async () => {
  world = await startWorld();
  payments = paymentWorld(world);
});
afterAll(() => stopAndVerifyLedger(world));
beforeEach(async () => {
  acquirer = payments.acquirer;
  Object.assign(acquirer, new FakeAcquirer('fake'));
  shop = await payments.openPaymentShop();
});

const readPage = (id: string) => world.get(PaymentPageQuery).run(id);
const startedPayment = async (): Promise<string> => {
  const id = await shop.createNewPayment();
  expect(await shop.beginAttempt(id, 'blik')).toMatchObject({ ok: true, step: { kind: 'needsCode' } });
  return id;
};
const codeStates = async (id: string): Promise<string[]> => {
  const rows = await world.database.query<{ state: string }[]>(
    'SELECT c.state FROM payment_code c JOIN payment_attempt a ON a.reference = c.attempt_reference WHERE a.transaction_id = $1 ORDER BY c.sent_at',
    [id],
  );
  return rows.map(({ state }) => state);
};
const declineCodes = (reason = 'code_invalid'): void => {
  acquirer.onCode = ({ submission }) =>
    attemptResult({ outcome: 'failed', reason, next: { kind: 'needsCode', alternatives: [] }, submission: submission.reference } as never);
};

describe('a BLIK code', () => {
  it('keeps its leading zeros, is confirmed in the bank’s app, and pays', async () => {
    const id = await startedPayment();
    expect(await readPage(id)).toMatchObject({ stage: 'step', step: { kind: 'needsCode' }, codesLeft: 5 });
    expect(await shop.submitPayerCode(id, '000 123')).toEqual({ ok: true });
    expect(acquirer.submittedCodes).toEqual(['000123']);
    expect(await readPage(id)).toMatchObject({ stage: 'step', step: { kind: 'waitPayer', until: expect.any(Date) } });
    await shop.reportAttempt(id, { outcome: 'paid' });
    expect(await readPage(id)).toMatchObject({ stage: 'paid', channel: 'blik' });
  });

  it.each(['', '12345', '1234567', '12345a', '１２３４５６'])('with the text %p is rejected', async (text) => {
    expect(await shop.submitPayerCode(await startedPayment(), text)).toEqual({ ok: false, problem: 'code_malformed' });
    expect(acquirer.submittedCodes).toEqual([]);
  });

  it('that is declined may be followed by another, five in all, and the decline reason is shown', async () => {
    const id = await startedPayment();
    declineCodes('insufficient_funds');
    for (let codeCount = 1; codeCount <= 4; codeCount += 1) {
      expect(await shop.submitPayerCode(id, '000004')).toEqual({ ok: false, problem: 'declined', reason: 'insufficient_funds' });
      expect(await readPage(id)).toMatchObject({ stage: 'step', codesLeft: 5 - codeCount, failure: { ticketCode: 'INSUFFICIENT_FUNDS' } });
    }
    await shop.submitPayerCode(id, '000004');
    expect(await readPage(id)).toMatchObject({ stage: 'choose', codesLeft: 0 });
    expect((await readPage(id))?.channels.map(({ id: channel }) => channel)).not.toContain('blik');
    expect(await shop.readStatus(id)).toBe('generated');
    await shop.beginAttempt(id, 'mbank');
    await shop.reportAttempt(id, { outcome: 'paid' });
    expect(await shop.readStatus(id)).toBe('paid');
  });

  it('that is declined as the fifth one is the end of a payment that allows only BLIK', async () => {
    const id = await shop.createNewPayment({ channels: ['blik'] });
    await shop.beginAttempt(id, 'blik');
    declineCodes();
    for (let count = 0; count < 5; count += 1) await shop.submitPayerCode(id, '000001');
    expect(await shop.readStatus(id)).toBe('failure');
    expect(await shop.submitPayerCode(id, '777123')).toMatchObject({ problem: 'not_possible_now' });
  });

  it('that was not sent does not count', async () => {
    const id = await startedPayment();
    acquirer.onCode = () => ({ outcome: 'not_sent' });
    for (let count = 0; count < 7; count += 1)
      expect(await shop.submitPayerCode(id, '777123')).toEqual({ ok: false, problem: 'channel_unreachable' });
    expect(await readPage(id)).toMatchObject({ codesLeft: 5, stage: 'step' });
  });

  it('without a response lets the payer wait, but not longer than a code is valid', async () => {
    const id = await startedPayment();
    acquirer.onCode = () => attemptResult({ outcome: 'unknown' });
    await shop.submitPayerCode(id, '777123');
    expect(await readPage(id)).toMatchObject({ stage: 'waiting' });
    expect(await shop.submitPayerCode(id, '777124')).toMatchObject({ problem: 'not_possible_now' });
    await world.moveTimeForward({ seconds: 181 }); // A code without a response blocks the next one for 180 seconds.
    expect(await shop.submitPayerCode(id, '777125')).toEqual({ ok: true });
  });

  it('without a response counts: the sixth code is rejected', async () => {
    const id = await startedPayment();
    acquirer.onCode = () => attemptResult({ outcome: 'unknown' });
    for (const code of times(5, (index) => `55512${index}`)) {
      expect(await shop.submitPayerCode(id, code)).toEqual({ ok: true });
      await world.moveTimeForward({ seconds: 181 });
    }
    expect(await shop.submitPayerCode(id, '555126')).toMatchObject({ problem: 'too_many_codes' });
  });

  it('is submitted at most five times for a payment, and only one at a time, however many are sent concurrently', async () => {
    const id = await startedPayment();
    await Promise.all(times(5, (index) => shop.submitPayerCode(id, `00012${index}`)));
    expect(acquirer.submittedCodes).toHaveLength(1);
    const other = await startedPayment();
    declineCodes();
    await Promise.all(times(20, (index) => shop.submitPayerCode(other, String(100_000 + index))));
    while ((await shop.submitPayerCode(other, '111111')).ok || (await readPage(other))?.codesLeft);
    const [row] = await world.database.query<{ codes: number }[]>(
      'SELECT count(*)::int AS codes FROM payment_code c JOIN payment_attempt a ON a.reference = c.attempt_reference WHERE a.transaction_id = $1',
      [other],
    );
    expect(row?.codes).toBe(5);
  });

  it('that was declined leaves its decline reason on the payment when the attempt expires at the acquirer', async () => {
    const reasonOf = async (id: string): Promise<unknown> =>
      (await world.database.query<{ reason: string }[]>('SELECT failure_reason AS reason FROM payment_transaction WHERE id = $1', [id]))[0]
        ?.reason;
    const withDeclinedCode = await startedPayment();
    declineCodes('insufficient_funds');
    await shop.submitPayerCode(withDeclinedCode, '777123');
    await shop.reportAttempt(withDeclinedCode, { outcome: 'expired' });
    expect(await reasonOf(withDeclinedCode)).toBe('insufficient_funds');
    const withoutCode = await startedPayment();
    await shop.reportAttempt(withoutCode, { outcome: 'expired' });
    expect(await reasonOf(withoutCode)).toBe('expired');
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['the payer chooses another channel', (id) => shop.beginAttempt(id, 'mbank')],
    ['the payer cancels the payment', (id) => world.get(AbandonAttemptService).cancelPayment(id)],
    ['its attempt fails', (id) => shop.reportAttempt(id, { outcome: 'failed' })],
    [
      'the payment expires',
      async (id) => {
        await world.moveTimeForward({ minutes: 60 });
        await payments.expirePayments();
        await world.moveTimeForward({ minutes: 10 });
        await payments.expirePayments();
        expect(await shop.readStatus(id)).toBe('expired');
      },
    ],
  ])('that is open is closed when %s', async (_, closeAttempt) => {
    const id = await startedPayment();
    await shop.submitPayerCode(id, '555123');
    expect(await codeStates(id)).toEqual(['open']);
    await closeAttempt(id);
    expect(await codeStates(id)).not.toContain('open');
  });

  it('that is open is closed when an earlier attempt is paid after all', async () => {
    const id = await shop.createNewPayment();
    await shop.beginAttempt(id, 'mbank');
    await shop.beginAttempt(id, 'blik');
    await shop.submitPayerCode(id, '555123');
    const [bank] = await shop.attempts(id);
    await shop.reportAttempt(id, { outcome: 'paid' }, bank?.reference);
    expect([await shop.readStatus(id), await codeStates(id)]).toEqual(['paid', ['closed']]);
  });

  it('cannot stay open in the database when its attempt ends', async () => {
    const id = await startedPayment();
    await shop.submitPayerCode(id, '555123');
    const setState = (state: string) =>
      world.database.query(`UPDATE payment_attempt SET state = $2, next_poll_at = NULL WHERE transaction_id = $1`, [id, state]);
    for (const state of ['lapsed', 'failed', 'paid'])
      await expect(setState(state)).rejects.toMatchObject({ constraint: 'payment_attempt_codes_closed' });
  });

  it('is not stored', async () => {
    const id = await startedPayment();
    await shop.submitPayerCode(id, '918273');
    for (const table of ['payment_transaction', 'payment_attempt', 'payment_code', 'payment_callback'])
      expect(await world.database.query(`SELECT FROM ${table} AS t WHERE t::text LIKE '%918273%'`)).toEqual([]);
  });

  it('keeps its next step when the decline of an earlier code is reported again', async () => {
    const id = await startedPayment();
    declineCodes();
    await shop.submitPayerCode(id, '000001');
    const [first] = await world.database.query<{ reference: string }[]>('SELECT reference FROM payment_code');
    acquirer.onCode = () => attemptResult({ outcome: 'pending', next: { kind: 'waitPayer', until: new Date(Date.now() + 60_000) } });
    await shop.submitPayerCode(id, '777123');
    await shop.reportAttempt(id, {
      outcome: 'failed',
      reason: 'code_invalid',
      next: { kind: 'needsCode', alternatives: [] },
      submission: first?.reference.replaceAll('-', ''),
    } as never);
    expect(await readPage(id)).toMatchObject({ step: { kind: 'waitPayer' } });
  });
});
