import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCommandWith } from '../cli/cli-world.js';
import { paymentWorld } from '../payments/support/payment-shop.js';
import { subscriptionShop, type SubscriptionShop } from '../payments/support/subscription-shop.js';
import { createSmsShop, GATEWAY_SECRET, type SmsShop } from '../sms/sms-shop.js';
import { payerOf } from '../support/payer.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

const NUMBER = '500600700';
const EMAIL = 'jan@example.com';

let world: World;
let shop: Shop;
let payments: SubscriptionShop;
let sms: SmsShop;
const ids = { open: '', payed: '', unpaid: '', subscribed: '', subscription: '' };

interface Erased {
  kinds: { kind: string; found: number; erased: number; not_yet: number }[];
  waiting: { kind: string; id: string; why: string }[];
}
async function erase(identifier: string): Promise<Erased & { code: number }> {
  const { code, out, err } = await runCommandWith({ ...world.settings }, [
    'payer',
    'erase',
    identifier,
    '--reason',
    'Asked',
    '--yes',
    '--json',
  ]);
  expect(err).toBe('');
  return { code, ...(JSON.parse(out) as Erased) };
}
const reasonsOf = ({ waiting }: Erased): [string, string][] =>
  waiting.map(({ id, why }): [string, string] => [id, why]).sort((a, b) => (a[1] < b[1] ? -1 : 1));

beforeAll(async () => {
  world = await startWorld({ ROLE: 'all', SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  shop = await world.createPartnerShop();
  payments = await subscriptionShop(paymentWorld(world), { shop });
  ids.open = (await shop.create({ phoneNumber: NUMBER })).body.data.transactionId as string;
  shop.receiver.setResponses({ status: 500 });
  ids.payed = (await shop.create()).body.data.transactionId as string;
  await payerOf(world, ids.payed).pay(NUMBER);
  const program = `${shop.receiver.url}/program`;
  sms = await createSmsShop(world, { type: 'API_URL', apiUrl: program });
  await sms.receive({ id: 'asked-about', from: NUMBER });
  ids.unpaid = await payments.createNewPayment({ amount: 10, customer: { email: EMAIL } });
  const subscribed = await payments.createActive();
  [ids.subscribed, ids.subscription] = [subscribed.transactionId, subscribed.id];
  await world.asOwner("UPDATE payment_attempt SET payer_email = $2 WHERE transaction_id = $1", [ids.subscribed, EMAIL]); // prettier-ignore
  await world.asOwner(
    `INSERT INTO idempotency_key (partner_id, key, fingerprint, claim_id, claimed_at, status, body)
     VALUES ($1, 'of ${EMAIL}', '\\x00', gen_random_uuid(), now(), 200, '{}')`,
    [shop.partnerId],
  );
});
afterAll(() => world.stop());

describe('data that is still needed', () => {
  it('is kept and reported with the reason, while other data is erased', async () => {
    const [event] = await world.database.query<{ event_id: string }[]>(
      'SELECT event_id FROM webhook_delivery WHERE subject_id = $1 ORDER BY sequence LIMIT 1',
      [ids.payed],
    );
    const byNumber = await erase(NUMBER);
    expect(byNumber.code).toBe(1);
    expect(reasonsOf(byNumber)).toEqual(
      expect.arrayContaining([
        [ids.open, 'it is still open'],
        [event?.event_id, 'it is still to be delivered'],
        ['asked-about', "its partner's program is still called"],
      ]),
    );
    const byEmail = await erase(EMAIL);
    expect(byEmail.code).toBe(1);
    expect(reasonsOf(byEmail)).toEqual([
      [ids.unpaid, 'it is still open'],
      [ids.subscribed, 'its subscription is not cancelled'],
      [`${shop.partnerId} of ${EMAIL}`, "the partner's Idempotency-Key names the payer"],
    ]);
    // A direct call of the database's functions does not erase these rows either.
    for (const [call, id] of [
      ['erase_direct_billing($1, NULL, now())', ids.open],
      ['erase_notifications($1, ARRAY[NULL], NULL, now())', event?.event_id],
      ['erase_sms($1, NULL, false)', 'asked-about'],
      ['erase_payments($1, NULL, now())', ids.subscribed],
    ])
      expect([call, await world.database.query(`SELECT ${call} AS erased`, [[id]])]).toEqual([call, [{ erased: 0 }]]);
    expect((await shop.get(`/transactions/${ids.open}`)).body.data.phoneNumber).toBe(`48${NUMBER}`);
    expect((await shop.get(`/transactions/${ids.payed}`)).body.data.phoneNumber).toBeNull();
    expect((await payments.get(`/transactions/${ids.unpaid}`)).body.data.customer.email).toBe(EMAIL);
  });

  it('is reported with an instruction for staff', async () => {
    const { code, out } = await runCommandWith({ ...world.settings }, ['payer', 'erase', EMAIL, '--dry-run']);
    expect(code).toBe(1);
    expect(out).toContain(`${ids.subscribed}: its subscription is not cancelled`);
    expect(out).toContain('The partner cancels a subscription');
  });

  it('is erased when it is no longer needed and the command is repeated', async () => {
    shop.receiver.setResponses({ status: 200, body: 'OK' });
    await payments.reportMandate(ids.subscription, { outcome: 'revoked', by: 'payer' });
    await world.asOwner('UPDATE direct_billing_transaction SET expires_at = created_at WHERE id = $1', [ids.open]);
    await world.asOwner('UPDATE payment_transaction SET due_at = created_at WHERE id = $1', [ids.unpaid]);
    await world.asOwner("UPDATE sms_partner_call SET state = 'stopped', next_attempt_at = NULL");
    await world.asOwner('DELETE FROM idempotency_key');
    const pending = () => world.database.query<{ id: string }[]>("SELECT event_id AS id FROM webhook_delivery WHERE status = 'pending'");
    await until(
      async () => [await payments.readStatus(ids.unpaid), (await shop.get(`/transactions/${ids.open}`)).body.data.status],
      ([unpaid, open]) => unpaid === 'expired' && open === 'transaction_db_rejected',
    );
    for (const { id } of await pending()) await runCommandWith({ ...world.settings }, ['deliveries', 'resend', id]);
    await until(pending, ({ length }) => length === 0);
    for (const identifier of [NUMBER, EMAIL]) expect(await erase(identifier)).toMatchObject({ code: 0, waiting: [] });
    for (const identifier of [NUMBER, EMAIL]) expect(await erase(identifier)).toMatchObject({ code: 0, kinds: [] });
  });
});
