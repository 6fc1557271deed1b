import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { paymentWorld } from '../payments/support/payment-shop.js';
import { subscriptionShop, type SubscriptionShop } from '../payments/support/subscription-shop.js';
import { moveToNoon } from '../support/noon.js';
import type { World } from '../support/world.js';
import type { PanelBrowser } from './support/panel-browser.js';
import { readLatestAudit, signInAs, startPanelWorld } from './support/panel-world.js';

let world: World;
let shop: SubscriptionShop;
let owner: PanelBrowser;
beforeAll(async () => {
  world = await startPanelWorld();
  await moveToNoon(world);
  shop = await subscriptionShop(paymentWorld(world));
  owner = await signInAs(world, { partnerId: shop.shop.partnerId, role: 'owner' });
});
afterAll(() => world.stop());
beforeEach(() => world.asOwner('DELETE FROM rate_limit'));

describe('subscriptions', () => {
  it('are listed with the used part of their limits and the time of the next charge', async () => {
    const { id, transactionId } = await shop.createActive(shop.modelATerms());
    await shop.charge(id, 30);
    const { text } = await owner.get(`/subscriptions?q=${transactionId}`);
    expect(text).toContain('Books of the month');
    expect(text.replaceAll('\u00a0', ' ')).toMatch(/30\.00 of PLN 120\.00|30\.00 PLN of 120\.00 PLN|PLN 30\.00 of PLN 120\.00/);
    const page = (await owner.get(`/subscriptions/${id}`)).text;
    expect(page).toMatch(/Next charge from<\/dt><dd class="number">20\d\d-/);
    expect((await owner.get('/subscriptions?status=subscription_expired')).text).toContain('No subscription matches');
    expect((await owner.get('/subscriptions?q=nonsense')).text).toContain('No subscription matches');
  });

  it('are listed on the next page after the last row', async () => {
    const [first, second] = [await shop.createActive(), await shop.createActive()];
    const createdAt = (await shop.findRow(second.id))['created_at'] as Date;
    const { text } = await owner.get(`/subscriptions?behind=${createdAt.getTime()}.${second.id}`);
    expect(text).toContain(`href="/subscriptions/${first.id}"`);
    expect(text).not.toContain(`href="/subscriptions/${second.id}"`);
  });

  it('are cancelled only with a confirmation and once: by the partner with its reason, or by staff for the gateway', async () => {
    const { id } = await shop.createActive();
    const path = `/subscriptions/${id}/cancel`;
    const before = await readLatestAudit(world);
    expect((await owner.post(path, { reason: 'moved' })).status).toBe(422);
    expect((await owner.post(path, { reason: 'x'.repeat(65), confirmed: 'yes' })).status).toBe(422);
    expect([(await shop.statesWithAlias(id))[0], (await readLatestAudit(world)).count]).toEqual(['active', before.count]);
    expect((await owner.post(path, { reason: 'moved', confirmed: 'yes' })).location).toBe(`/subscriptions/${id}`);
    expect(await shop.statesWithAlias(id)).toEqual(['cancelled', 'unregistered']);
    expect((await owner.get(`/subscriptions/${id}`)).text).toMatch(/the shop: moved/);
    expect((await owner.post(path, { confirmed: 'yes' })).status).toBe(422);
    expect((await readLatestAudit(world)).count).toBe(before.count + 1);
    const other = await shop.createActive();
    const staff = await signInAs(world, { partnerId: null, role: 'operations' });
    await staff.post(`/subscriptions/${other.id}/cancel`, { confirmed: 'yes' });
    expect((await shop.findRow(other.id))['cancelled_by']).toBe('system');
  });

  it('cannot be seen or cancelled by another partner', async () => {
    const { id, transactionId } = await shop.createActive();
    const stranger = await signInAs(world, { partnerId: (await world.createPartnerShop({ silent: true })).partnerId, role: 'owner' });
    expect((await stranger.get(`/subscriptions?q=${transactionId}`)).text).not.toContain(id);
    expect((await stranger.get(`/subscriptions/${id}`)).status).toBe(404);
    expect((await stranger.post(`/subscriptions/${id}/cancel`, { confirmed: 'yes' })).status).toBe(404);
    expect((await shop.statesWithAlias(id))[0]).toBe('active');
  });
});
