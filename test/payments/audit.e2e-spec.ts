import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AuditQueries } from '../../src/platform/audit/audit.queries.js';
import { dateInYears } from '../support/days-ahead.js';
import { startWorld, type World } from '../support/world.js';
import { createLevel0Shop } from './support/alias-world.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { paymentWorld } from './support/payment-shop.js';
import { refundShop, sendRefunds } from './support/refund-shop.js';

let world: World;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '0' });
});
afterAll(() => stopAndVerifyLedger(world));

const entriesOf = (subjectId: string) => world.get(AuditQueries).list({ subjectId }, 10);
const authorOf = async (partnerId: string): Promise<string> => {
  const [row] = await world.database.query<{ id: string }[]>('SELECT id FROM access_token WHERE partner_id = $1', [partnerId]);
  return `token ${row?.id}`;
};

describe('the audit log of a partner’s requests', () => {
  it('records refunds with the token and the request id, but not created payments', async () => {
    const shop = await paymentWorld(world).openPaymentShop();
    const refunds = refundShop(world, shop);
    await refunds.createPaidTransaction({ amount: 100 }); // Fills the wallet, from which the refund is taken.
    const id = await refunds.createPaidTransaction({ amount: 12.3 });
    const response = await refunds.sendRefundRequest(id, { amount: 5 });
    const { refund_id: refundId } = response.body.data as { refund_id: string };
    expect(await entriesOf(refundId)).toMatchObject([
      {
        author: await authorOf(shop.shop.partnerId),
        door: 'api',
        action: 'refund.create',
        before: {},
        after: { transaction_id: id, amount_minor: 500, currency: 'PLN' },
        requestId: response.headers.get('x-request-id'),
      },
    ]);
    expect(await entriesOf(id)).toEqual([]);
    while (await sendRefunds(world));
  });

  it('records an unregistered alias, without the partner’s text about the payer', async () => {
    const { level0, shop } = await createLevel0Shop(world, paymentWorld(world));
    const id = await level0.registerActiveAlias('customer-7', {
      appKey: 'app-1',
      providerRef: 'theirs',
      expiresAt: new Date(`${dateInYears(9)}T12:00:00Z`),
    });
    expect((await level0.unregisterById(id, { reason: 'Jan asked by e-mail' })).status).toBe(204);
    const entries = await entriesOf(id);
    expect(entries).toMatchObject([
      {
        author: await authorOf(shop.shop.partnerId),
        door: 'api',
        action: 'alias.unregister',
        before: { status: 'alias_active' },
        after: { status: 'alias_unregistered' },
      },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/Jan|customer-7/);
  });
});
