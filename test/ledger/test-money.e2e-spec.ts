import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VerifyLedgerService } from '../../src/platform/ledger/verification/verify-ledger.service.js';
import { WalletQuery } from '../../src/platform/ledger/wallet.query.js';
import { createSmsShop, type SmsShop } from '../sms/sms-shop.js';
import { payerOf } from '../support/payer.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

const SIMULATED_SECRET = randomBytes(32).toString('base64');
const REAL_SECRET = randomBytes(32).toString('base64');

/** Production with the sandbox on: the same services receive real and simulated messages. */
describe('test money', () => {
  let world: World;
  let shop: Shop;
  let sms: SmsShop;

  beforeAll(async () => {
    world = await startWorld({
      NODE_ENV: 'production',
      SANDBOX: 'on',
      SEED_DEMO: 'off',
      CONNECTOR_SECRET: SIMULATED_SECRET,
      SMS_CONNECTOR_SECRET: REAL_SECRET,
    });
    shop = await world.createPartnerShop();
    sms = await createSmsShop(world, { partnerId: shop.partnerId });
  });
  afterAll(() => world.stop());

  const pending = async (): Promise<[real: number, test: number]> => {
    const pendingOf = async (test: boolean): Promise<number> =>
      (await world.get(WalletQuery).readBalance(shop.partnerId, { test })).pendingMinor;
    return [await pendingOf(false), await pendingOf(true)];
  };
  const clearing = (): Promise<unknown[]> =>
    world.database.query(
      `SELECT a.kind, a.test, sum(p.amount_minor)::int AS minor FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id
       WHERE a.kind LIKE 'platform:clearing:%' GROUP BY a.kind, a.test ORDER BY a.kind, a.test`,
    );

  it('is separate from what the partner is owed, in each product', async () => {
    const { transactionId } = (await shop.create({ amount: 10 })).body.data;
    await payerOf(world, transactionId).pay();
    const rows = (): Promise<unknown[]> =>
      world.database.query(
        'SELECT t.test AS transaction, c.test AS charge, e.test AS entry FROM direct_billing_transaction t JOIN direct_billing_charge c ON c.transaction_id = t.id LEFT JOIN ledger_entry e ON e.reference = t.id::text WHERE t.id = $1',
        [transactionId],
      );
    await until(rows, ([row]) => (row as { entry: unknown }).entry !== null);
    expect(await rows()).toEqual([{ transaction: true, charge: true, entry: true }]);
    const [realMinor, testMinor] = await pending();
    expect([realMinor, testMinor > 0]).toEqual([0, true]);

    const simulatedCode = await sms.buyCode({ secret: SIMULATED_SECRET });
    expect(await pending()).toEqual([0, testMinor + 25]);
    const realCode = await sms.buyCode({ secret: REAL_SECRET });
    expect(await pending()).toEqual([25, testMinor + 25]);
    expect((await sms.check(simulatedCode)).body.data).toMatchObject({ test: true });
    expect((await sms.check(realCode)).body.data).toMatchObject({ test: false });
  });

  it('has separate accounts, which the verification of the ledger covers', async () => {
    expect(await clearing()).toEqual([
      { kind: expect.stringMatching(/^platform:clearing:(orange|play|plus|t-mobile)$/), test: true, minor: expect.any(Number) },
      { kind: 'platform:clearing:sms', test: false, minor: 62 },
      { kind: 'platform:clearing:sms', test: true, minor: 62 },
    ]);
    expect(await world.get(VerifyLedgerService).run()).toMatchObject({ firstInconsistentRow: null, wallets: 2 });
  });

  it('is announced on the payer’s page before and after the payment', async () => {
    const { transactionId } = (await shop.create({ amount: 10 })).body.data;
    const page = async (): Promise<string> => (await world.http.get(`/pay/directbilling/${transactionId}?lang=en`)).text;
    expect(await page()).toContain('No money is taken.');
    await payerOf(world, transactionId).pay();
    await until(page, (text) => /<h1[^>]*>Paid<\/h1>/.test(text));
    expect(await page()).toContain('No money is taken.');
  });
});
