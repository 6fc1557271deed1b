import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ExpirePaymentsService } from '../../src/products/payments/attempts/expire-payments.service.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';
import { type LinkShop, linkShop, openLinkPage, paymentsOf, payWithBlik } from './support/link-shop.js';

let world: World;
let shop: LinkShop;
beforeAll(async () => {
  world = await startWorld({ DATABASE_POOL_SIZE: '5', TRUST_PROXY: '127.0.0.1' });
  shop = await linkShop(world);
});
afterAll(() => world.stop());

const createSingleUseLink = () => shop.createPaymentLink({ amount: 20, singleUse: true, control: 'once' });

describe('a single-use link', () => {
  it('leads back to the created payment, and is used after this payment is paid', async () => {
    const { id, path } = await createSingleUseLink();
    const started = await openLinkPage(world, path, {});
    const reopened = await openLinkPage(world, path);
    expect([reopened.status, reopened.html.includes('Continue your payment'), reopened.html.includes(started.location)]).toEqual([
      200,
      true,
      true,
    ]);
    expect((await openLinkPage(world, path, {})).location).toBe(started.location);
    await payWithBlik(world, started.location);
    expect((await openLinkPage(world, path)).status).toBe(410);
    expect((await openLinkPage(world, path)).html).toContain('This link has been used');
    expect((await openLinkPage(world, path, {})).status).toBe(410);
    expect((await paymentsOf(world, id)).map(({ status }) => status)).toEqual(['transaction_paid']);
    expect((await shop.get(`/${id}`)).body.data.closed).toBe('used');
    expect((await shop.get()).body.data.find((link: { id: string }) => link.id === id).closed).toBe('used');
  });

  it('can be paid with another payment after the first was cancelled or expired', async () => {
    const { id, path } = await createSingleUseLink();
    const first = await openLinkPage(world, path, {});
    await openLinkPage(world, `${first.location}/cancel`, {});
    const second = await openLinkPage(world, path, {});
    expect(second.location).not.toBe(first.location);
    await world.moveTimeForward({ hours: 2 });
    await world.get(ExpirePaymentsService).batch();
    const third = await openLinkPage(world, path, {});
    expect(new Set([first.location, second.location, third.location]).size).toBe(3);
    await payWithBlik(world, third.location);
    expect((await paymentsOf(world, id)).map(({ status }) => status)).toEqual([
      'transaction_canceled',
      'transaction_expired',
      'transaction_paid',
    ]);
  });

  it('creates one payment for many concurrent requests, while another link still creates its payments', async () => {
    const [{ id, path }, other] = [await createSingleUseLink(), await shop.createPaymentLink({ amount: 1 })];
    const requests = Promise.all(times(200, () => openLinkPage(world, path, {})));
    const otherResponses = await Promise.all(times(20, (n) => openLinkPage(world, other.path, {}, `203.0.113.${n}`)));
    expect(otherResponses.map(({ status }) => status)).toEqual(times(20, () => 303));
    const responses = await requests;
    const paymentPaths = new Set(responses.filter(({ status }) => status === 303).map(({ location }) => location));
    expect(paymentPaths.size).toBe(1);
    expect(responses.every(({ status }) => status === 303 || status === 429)).toBe(true);
    expect(await paymentsOf(world, id)).toHaveLength(1);
    expect(await paymentsOf(world, other.id)).toHaveLength(20);
  });

  it('cannot have a second payment in the database', async () => {
    const { id, path } = await createSingleUseLink();
    await openLinkPage(world, path, {});
    const insert = world.asOwner(
      `INSERT INTO payment_transaction (id, service_id, payer_transaction_id, status, amount_minor, currency, pln_minor, pln_rate, offered_channels, expires_at, due_at, created_at,
         updated_at, link_id) VALUES (gen_random_uuid(), $1, 'RRRRRRRR', 'transaction_new', 2000, 'PLN', 2000, 1, '[]', now(), now(), now(), now(), $2)`,
      [shop.serviceId, id],
    );
    await expect(insert).rejects.toThrow(/can be used for one payment only/);
  });

  it('has no control and no description after the erasure of its payer', async () => {
    const { id, path } = await createSingleUseLink();
    const { location } = await openLinkPage(world, path, {});
    await payWithBlik(world, location);
    const [payment] = await paymentsOf(world, id);
    await world.database.query('SELECT erase_payments($1, NULL, now())', [[payment?.id]]);
    expect((await shop.get(`/${id}`)).body.data).toMatchObject({ control: null, description: null, closed: 'used' });
  });
});
