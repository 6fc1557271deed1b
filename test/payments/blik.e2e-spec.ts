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
  shop = await payments.open();
});

const page = (id: string) => world.get(PaymentPageQuery).run(id);
const begun = async (): Promise<string> => {
  const id = await shop.payment();
  expect(await shop.begin(id, 'blik')).toMatchObject({ ok: true, step: { kind: 'needsCode' } });
  return id;
};
const codeStates = async (id: string): Promise<string[]> => {
  const rows = await world.database.query<{ state: string }[]>(
    'SELECT c.state FROM payment_code c JOIN payment_attempt a ON a.reference = c.attempt_reference WHERE a.transaction_id = $1 ORDER BY c.sent_at',
    [id],
  );
  return rows.map(({ state }) => state);
};
const refuse = (reason = 'code_invalid'): void => {
  acquirer.onCode = ({ submission }) =>
    attemptResult({ outcome: 'failed', reason, next: { kind: 'needsCode', alternatives: [] }, submission: submission.reference } as never);
};

describe('a BLIK code', () => {
  it('keeps its leading zeros, is confirmed in the bank’s app, and pays', async () => {
    const id = await begun();
    expect(await page(id)).toMatchObject({ stage: 'step', step: { kind: 'needsCode' }, codesLeft: 5 });
    expect(await shop.code(id, '000 123')).toEqual({ ok: true });
    expect(acquirer.codes).toEqual(['000123']);
    expect(await page(id)).toMatchObject({ stage: 'step', step: { kind: 'waitPayer', until: expect.any(Date) } });
    await shop.report(id, { outcome: 'paid' });
    expect(await page(id)).toMatchObject({ stage: 'paid', channel: 'blik' });
  });

  it.each(['', '12345', '1234567', '12345a', '１２３４５６'])('%p is none', async (typed) => {
    expect(await shop.code(await begun(), typed)).toEqual({ ok: false, problem: 'code_malformed' });
    expect(acquirer.codes).toEqual([]);
  });

  it('that is refused may be followed by another, five in all; the reason is shown', async () => {
    const id = await begun();
    refuse('insufficient_funds');
    for (let tries = 1; tries <= 4; tries += 1) {
      expect(await shop.code(id, '000004')).toEqual({ ok: false, problem: 'declined', reason: 'insufficient_funds' });
      expect(await page(id)).toMatchObject({ stage: 'step', codesLeft: 5 - tries, failure: { ticketCode: 'INSUFFICIENT_FUNDS' } });
    }
    await shop.code(id, '000004');
    expect(await page(id)).toMatchObject({ stage: 'choose', codesLeft: 0 });
    expect((await page(id))?.channels.map(({ id: channel }) => channel)).not.toContain('blik');
    expect(await shop.status(id)).toBe('generated');
    await shop.begin(id, 'mbank');
    await shop.report(id, { outcome: 'paid' });
    expect(await shop.status(id)).toBe('paid');
  });

  it('was the last one of a payment that has nothing but BLIK', async () => {
    const id = await shop.payment({ channels: ['blik'] });
    await shop.begin(id, 'blik');
    refuse();
    for (let tries = 0; tries < 5; tries += 1) await shop.code(id, '000001');
    expect(await shop.status(id)).toBe('failure');
    expect(await shop.code(id, '777123')).toMatchObject({ problem: 'not_possible_now' });
  });

  it('that never left does not count', async () => {
    const id = await begun();
    acquirer.onCode = () => ({ outcome: 'not_sent' });
    for (let tries = 0; tries < 7; tries += 1) expect(await shop.code(id, '777123')).toEqual({ ok: false, problem: 'channel_unreachable' });
    expect(await page(id)).toMatchObject({ codesLeft: 5, stage: 'step' });
  });

  it('without an answer keeps the payer waiting, and no longer than a code can live', async () => {
    const id = await begun();
    acquirer.onCode = () => attemptResult({ outcome: 'unknown' });
    await shop.code(id, '777123');
    expect(await page(id)).toMatchObject({ stage: 'waiting' });
    expect(await shop.code(id, '777124')).toMatchObject({ problem: 'not_possible_now' });
    await world.forward({ seconds: 181 });
    expect(await shop.code(id, '777125')).toEqual({ ok: true });
  });

  it('without an answer counts too: the sixth is refused', async () => {
    const id = await begun();
    acquirer.onCode = () => attemptResult({ outcome: 'unknown' });
    for (const code of times(5, (index) => `55512${index}`)) {
      expect(await shop.code(id, code)).toEqual({ ok: true });
      await world.forward({ seconds: 181 });
    }
    expect(await shop.code(id, '555126')).toMatchObject({ problem: 'too_many_codes' });
  });

  it('five at once are one, or one after the other, but never more than five', async () => {
    const id = await begun();
    await Promise.all(times(5, (index) => shop.code(id, `00012${index}`)));
    expect(acquirer.codes).toHaveLength(1);
    const other = await begun();
    refuse();
    await Promise.all(times(20, (index) => shop.code(other, String(100_000 + index))));
    while ((await shop.code(other, '111111')).ok || (await page(other))?.codesLeft);
    const [row] = await world.database.query<{ codes: number }[]>(
      'SELECT count(*)::int AS codes FROM payment_code c JOIN payment_attempt a ON a.reference = c.attempt_reference WHERE a.transaction_id = $1',
      [other],
    );
    expect(row?.codes).toBe(5);
  });

  it('that was refused, and followed by none, is why nothing was paid, also once the channel’s time is over', async () => {
    const reasonOf = async (id: string): Promise<unknown> =>
      (await world.database.query<{ reason: string }[]>('SELECT failure_reason AS reason FROM payment_transaction WHERE id = $1', [id]))[0]
        ?.reason;
    const refused = await begun();
    refuse('insufficient_funds');
    await shop.code(refused, '777123');
    await shop.report(refused, { outcome: 'expired' });
    expect(await reasonOf(refused)).toBe('insufficient_funds');
    const open = await begun();
    await shop.report(open, { outcome: 'expired' });
    expect(await reasonOf(open)).toBe('expired');
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['the payer goes to another method', (id) => shop.begin(id, 'mbank')],
    ['the payer does not want to pay any more', (id) => world.get(AbandonAttemptService).cancelPayment(id)],
    ['its attempt fails', (id) => shop.report(id, { outcome: 'failed' })],
    [
      'the payment expires',
      async (id) => {
        await world.forward({ minutes: 60 });
        await payments.expire();
        await world.forward({ minutes: 10 });
        await payments.expire();
        expect(await shop.status(id)).toBe('expired');
      },
    ],
  ])('without an answer is over when %s', async (_, end) => {
    const id = await begun();
    await shop.code(id, '555123');
    expect(await codeStates(id)).toEqual(['open']);
    await end(id);
    expect(await codeStates(id)).not.toContain('open');
  });

  it('without an answer is over when an earlier attempt pays after all', async () => {
    const id = await shop.payment();
    await shop.begin(id, 'mbank');
    await shop.begin(id, 'blik');
    await shop.code(id, '555123');
    const [bank] = await shop.attempts(id);
    await shop.report(id, { outcome: 'paid' }, bank?.reference);
    expect([await shop.status(id), await codeStates(id)]).toEqual(['paid', ['closed']]);
  });

  it('is open at no attempt that is over, whatever the program believes', async () => {
    const id = await begun();
    await shop.code(id, '555123');
    const end = (state: string) =>
      world.database.query(`UPDATE payment_attempt SET state = $2, next_poll_at = NULL WHERE transaction_id = $1`, [id, state]);
    for (const state of ['lapsed', 'failed', 'paid'])
      await expect(end(state)).rejects.toMatchObject({ constraint: 'payment_attempt_codes_closed' });
  });

  it('is kept nowhere', async () => {
    const id = await begun();
    await shop.code(id, '918273');
    for (const table of ['payment_transaction', 'payment_attempt', 'payment_code', 'payment_report'])
      expect(await world.database.query(`SELECT FROM ${table} AS t WHERE t::text LIKE '%918273%'`)).toEqual([]);
  });

  it('that was refused stays refused after a late outcome of an earlier one', async () => {
    const id = await begun();
    refuse();
    await shop.code(id, '000001');
    const [first] = await world.database.query<{ reference: string }[]>('SELECT reference FROM payment_code');
    acquirer.onCode = () => attemptResult({ outcome: 'pending', next: { kind: 'waitPayer', until: new Date(Date.now() + 60_000) } });
    await shop.code(id, '777123');
    await shop.report(id, {
      outcome: 'failed',
      reason: 'code_invalid',
      next: { kind: 'needsCode', alternatives: [] },
      submission: first?.reference.replaceAll('-', ''),
    } as never);
    expect(await page(id)).toMatchObject({ step: { kind: 'waitPayer' } });
  });
});
