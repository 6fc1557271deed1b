import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Shop } from '../support/shop.js';
import type { World } from '../support/world.js';
import { Authenticator, passkeyOptionsOn } from './support/authenticator.js';
import type { PanelBrowser } from './support/panel-browser.js';
import {
  readLatestAudit,
  newPanelBrowser,
  createInvitationLink,
  inviteAndAccept,
  PANEL_URL,
  startPanelWorld,
} from './support/panel-world.js';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startPanelWorld();
  shop = await world.createPartnerShop({ silent: true });
});
afterAll(() => world.stop());

let people = 0;
async function createPasskey(): Promise<{ browser: PanelBrowser; device: Authenticator }> {
  const path = await createInvitationLink(world, {
    email: `passkey${(people += 1)}@shop.example`,
    partnerId: shop.partnerId,
    role: 'viewer',
  });
  const [browser, device] = [newPanelBrowser(world), new Authenticator(PANEL_URL)];
  const passkey = device.create(passkeyOptionsOn((await browser.get(path)).text));
  expect((await browser.post(path, { name: 'Ewa', passkey })).status).toBe(200);
  return { browser, device };
}

const signIn = async (device: Authenticator): Promise<{ status: number; post: () => Promise<{ status: number }> }> => {
  const browser = newPanelBrowser(world);
  const passkey = device.get(passkeyOptionsOn((await browser.get('/sign-in')).text));
  const post = () => newPanelBrowser(world).post('/sign-in', { passkey });
  return { status: (await post()).status, post };
};

describe('a passkey', () => {
  it('is created with an invitation, signs in without a password, and the same response of the device does not sign in twice', async () => {
    const { device } = await createPasskey();
    const { status, post } = await signIn(device);
    expect(status).toBe(303);
    expect((await post()).status).toBe(401);
    expect((await signIn(device)).status).toBe(303);
  });

  it('does not sign in when its counter is lower than before, because the passkey may have been copied', async () => {
    const { device } = await createPasskey();
    device.counter = 10;
    expect((await signIn(device)).status).toBe(303);
    device.counter = 5;
    expect((await signIn(device)).status).toBe(401);
  });

  it('is rejected when it was made for another site or with a challenge for another purpose', async () => {
    const path = await createInvitationLink(world, { email: 'elsewhere@shop.example', partnerId: shop.partnerId, role: 'viewer' });
    const browser = newPanelBrowser(world);
    const page = (await browser.get(path)).text;
    expect(
      (await browser.post(path, { name: 'Ewa', passkey: new Authenticator('https://evil.example').create(passkeyOptionsOn(page)) })).status,
    ).toBe(422);
    const challenge = passkeyOptionsOn((await browser.get('/sign-in')).text);
    expect((await browser.post(path, { name: 'Ewa', passkey: new Authenticator(PANEL_URL).create(challenge) })).status).toBe(422);
    expect((await browser.post(path, { name: 'Ewa', passkey: '{"id":1}' })).status).toBe(422);
    expect((await newPanelBrowser(world).post('/sign-in', { passkey: 'nonsense' })).status).toBe(401);
  });

  it('can be added and removed by its person, except the only way to sign in', async () => {
    const { browser, device } = await createPasskey();
    const page = (await browser.get('/account')).text;
    const [, onlyId = ''] = /name="id" value="([^"]+)"/.exec(page) ?? [];
    expect((await browser.post('/account/passkeys/remove', { id: onlyId })).status).toBe(422);
    const second = new Authenticator(PANEL_URL);
    expect((await browser.post('/account/passkeys', { name: 'phone', passkey: second.create(passkeyOptionsOn(page)) })).location).toBe(
      '/account',
    );
    expect((await browser.post('/account/passkeys/remove', { id: onlyId })).location).toBe('/account');
    expect((await signIn(device)).status).toBe(401);
    expect((await signIn(second)).status).toBe(303);
  });

  it('cannot be removed by another person', async () => {
    const { browser: ownerOfPasskey } = await createPasskey();
    const [, id = ''] = /name="id" value="([^"]+)"/.exec((await ownerOfPasskey.get('/account')).text) ?? [];
    const { browser: otherPerson } = await inviteAndAccept(world, {
      email: 'other@shop.example',
      partnerId: shop.partnerId,
      role: 'viewer',
    });
    const before = await readLatestAudit(world);
    expect((await otherPerson.post('/account/passkeys/remove', { id })).status).toBe(422);
    expect((await readLatestAudit(world)).count).toBe(before.count);
  });
});
