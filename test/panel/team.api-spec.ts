import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BlockPartnerService } from '../../src/platform/partners/block-partner.service.js';
import type { Shop } from '../support/shop.js';
import type { World } from '../support/world.js';
import type { PanelBrowser } from './support/panel-browser.js';
import {
  readLatestAudit,
  newPanelBrowser,
  createInvitationLink,
  inviteAndAccept,
  PANEL_URL,
  signInAs,
  startPanelWorld,
} from './support/panel-world.js';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startPanelWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.asOwner('DELETE FROM rate_limit');
  shop = await world.createPartnerShop({ silent: true });
});

const person = (role: 'owner' | 'developer' | 'viewer', name: string) => signInAs(world, { partnerId: shop.partnerId, role, name });
async function membershipOf(email: string): Promise<string> {
  const [row] = await world.database.query<{ id: string }[]>(
    'SELECT m.id FROM panel_membership m JOIN panel_user u ON u.id = m.user_id WHERE u.email = $1',
    [email],
  );
  return row?.id ?? '';
}
const isSignedIn = async (browser: PanelBrowser): Promise<boolean> => (await browser.get('/account')).status === 200;

describe('a team', () => {
  it('gets a new member by an invitation link that is shown once and is limited to the chosen services', async () => {
    const owner = await person('owner', 'Olga');
    const { text } = await owner.post('/team/invitations', { email: 'Jan@Shop.example', role: 'support', services: shop.serviceId });
    const [, path = ''] = new RegExp(`${PANEL_URL}(/invitation/[\\w-]{43})<`).exec(text) ?? [];
    expect((await newPanelBrowser(world).get(path)).text).toContain('jan@shop.example');
    expect((await owner.get('/team')).text).not.toContain(path);
    const [stored] = await world.database.query<{ text: string }[]>("SELECT string_agg(i::text, ' ') AS text FROM panel_invitation i");
    expect(stored?.text).not.toContain(path.split('/').at(-1));
  });

  it('rejects an invitation for a service of another partner', async () => {
    const [owner, other] = [await person('owner', 'Olga'), await world.createPartnerShop({ silent: true })];
    const { status } = await owner.post('/team/invitations', { email: 'jan@shop.example', role: 'viewer', services: other.serviceId });
    expect(status).toBe(422);
  });

  it('rejects staff roles and unknown roles', async () => {
    const owner = await person('owner', 'Olga');
    for (const role of ['admin', 'operations', 'root', '']) {
      expect((await owner.post('/team/invitations', { email: 'jan@shop.example', role })).status).toBe(422);
      expect((await owner.post(`/team/members/${await membershipOf(owner.email)}/role`, { role })).status).toBe(422);
    }
  });

  it('does not let a person change a member who may use more services', async () => {
    const [limited, unlimited] = [await person('owner', 'Limited'), await person('viewer', 'Whole')];
    const setServices = async (email: string, ids: string): Promise<void> =>
      world.asOwner('UPDATE panel_membership SET service_ids = $2::text[] WHERE id = $1', [await membershipOf(email), ids]);
    await setServices(limited.email, `{${shop.serviceId}}`);
    const path = `/team/members/${await membershipOf(unlimited.email)}`;
    expect((await limited.post(`${path}/role`, { role: 'owner' })).status).toBe(422);
    expect((await limited.post(`${path}/remove`)).status).toBe(422);
    expect((await limited.post('/team/invitations', { email: 'x@shop.example', role: 'viewer' })).status).toBe(200);
    const [invitation] = await world.database.query<{ ids: string[] }[]>(
      "SELECT service_ids AS ids FROM panel_invitation WHERE email = 'x@shop.example'",
    );
    expect(invitation?.ids).toEqual([shop.serviceId]);
    await setServices(unlimited.email, `{${shop.serviceId}}`);
    expect((await limited.post(`${path}/role`, { role: 'owner' })).location).toBe('/team');
  });

  it('keeps at least one member who can manage it, also when two owners remove each other concurrently', async () => {
    const [one, two] = [await person('owner', 'One'), await person('owner', 'Two')];
    const [first, second] = [await membershipOf(one.email), await membershipOf(two.email)];
    const responses = await Promise.all([one.post(`/team/members/${second}/remove`), two.post(`/team/members/${first}/remove`)]);
    expect(responses.filter(({ location }) => location === '/team')).toHaveLength(1);
    const [remaining] = await world.database.query<{ count: string }[]>('SELECT count(*) FROM panel_membership WHERE partner_id = $1', [
      shop.partnerId,
    ]);
    expect(remaining?.count).toBe('1');
    const last = responses[0].location === '/team' ? one : two;
    const own = await membershipOf(last.email);
    expect((await last.post(`/team/members/${own}/role`, { role: 'viewer' })).status).toBe(422);
  });

  it('ends the sessions of a member whose role was changed', async () => {
    const [owner, viewer] = [await person('owner', 'Olga'), await person('viewer', 'Wera')];
    expect(await isSignedIn(viewer)).toBe(true);
    await owner.post(`/team/members/${await membershipOf(viewer.email)}/role`, { role: 'support' });
    expect(await isSignedIn(viewer)).toBe(false);
  });

  it('shows its changes in the audit only to its own people and to staff', async () => {
    const [owner, viewer] = [await person('owner', 'Olga'), await person('viewer', 'Wera')];
    await owner.post(`/team/members/${await membershipOf(viewer.email)}/role`, { role: 'support' });
    const { text } = await owner.get('/audit?action=member');
    expect(text).toContain(`Olga (${owner.email})`);
    expect(text).toContain('role: viewer');
    const csv = await owner.get('/audit.csv?action=member');
    expect(csv.text.split('\r\n')[0]).toBe('id,at,author,door,action,subject,subject_id,before,after,reason,request_id,address');
    expect(csv.text).toContain('member.change_role');
    shop = await world.createPartnerShop({ silent: true });
    const stranger = await person('owner', 'Stranger');
    expect((await stranger.get('/audit')).text).not.toContain(owner.email);
    const staff = await signInAs(world, { partnerId: null, role: 'admin' });
    expect((await staff.get('/audit?action=member')).text).toContain(owner.email);
  });
});

describe('a session', () => {
  const ageSessions = (minutes: number): Promise<void> =>
    world.asOwner(
      `UPDATE panel_session SET began_at = now() - interval '${minutes} minutes', authenticated_at = now() - interval '${minutes} minutes', last_seen_at = now() - interval '${minutes} minutes'`,
    );

  it('ends without requests after 15 minutes for staff and after an hour for a partner’s people', async () => {
    const [owner, staff] = [await person('owner', 'Olga'), await signInAs(world, { partnerId: null, role: 'support' })];
    await ageSessions(16);
    expect([await isSignedIn(owner), await isSignedIn(staff)]).toEqual([true, false]);
    await ageSessions(61);
    expect(await isSignedIn(owner)).toBe(false);
  });

  it('continues while it is used', async () => {
    const owner = await person('owner', 'Olga');
    await ageSessions(50);
    expect(await isSignedIn(owner)).toBe(true);
    const [row] = await world.database.query<{ isRecent: boolean }[]>(
      'SELECT bool_or(last_seen_at > now() - interval \'1 minute\') AS "isRecent" FROM panel_session',
    );
    expect(row?.isRecent).toBe(true);
  });

  it('ends when the partner is blocked', async () => {
    const owner = await person('owner', 'Olga');
    await world.get(BlockPartnerService).block(shop.partnerId, 'fraud');
    expect(await isSignedIn(owner)).toBe(false);
  });

  it('can be ended by its person: the other sessions or all', async () => {
    const [ownSession, otherSession] = [await person('owner', 'Olga'), await person('owner', 'Olga')];
    expect((await ownSession.get('/account')).text.match(/name="session" value="[0-9a-f-]{36}"/g)).toHaveLength(1);
    await ownSession.post('/account/sessions/end', { session: 'others' });
    expect([await isSignedIn(ownSession), await isSignedIn(otherSession)]).toEqual([true, false]);
    await ownSession.post('/account/sessions/end', { session: 'all' });
    expect(await isSignedIn(ownSession)).toBe(false);
  });

  it('cannot be ended by another person', async () => {
    const [owner, other] = [await person('owner', 'Olga'), await person('viewer', 'Wera')];
    const [row] = await world.database.query<{ id: string }[]>(
      'SELECT s.id FROM panel_session s JOIN panel_user u ON u.id = s.user_id WHERE u.email = $1',
      [other.email],
    );
    await owner.post('/account/sessions/end', { session: row?.id ?? '' });
    expect(await isSignedIn(other)).toBe(true);
  });

  it('gets a new cookie when its person switches to another partner, and the old cookie becomes invalid', async () => {
    const email = 'both@shop.example';
    const { browser } = await inviteAndAccept(world, { email, partnerId: shop.partnerId, role: 'owner' });
    const second = await world.createPartnerShop({ silent: true });
    const path = await createInvitationLink(world, { email, partnerId: second.partnerId, role: 'viewer' });
    expect((await browser.get(path)).text).not.toContain('class="qr"');
    expect((await browser.post(`${path}/member`)).location).toBe('/account');
    const [, membership = ''] = /name="membership" value="([^"]+)"/.exec((await browser.get('/account')).text) ?? [];
    const before = browser.cookie;
    expect((await browser.post('/account/membership', { membership })).location).toBe('/');
    expect(browser.cookie).not.toBe(before);
    expect((await browser.get('/team')).status).toBe(403);
    const oldSession = newPanelBrowser(world);
    oldSession.cookie = before;
    expect(await isSignedIn(oldSession)).toBe(false);
    const otherMembership = await browser.post('/account/membership', {
      membership: await membershipOf((await person('owner', 'Olga')).email),
    });
    expect(otherMembership.status).toBe(404);
  });

  it('cannot accept the invitation of another person', async () => {
    const { browser } = await inviteAndAccept(world, { email: 'one@shop.example', partnerId: shop.partnerId, role: 'viewer' });
    const path = await createInvitationLink(world, { email: 'two@shop.example', partnerId: shop.partnerId, role: 'owner' });
    const before = await readLatestAudit(world);
    expect((await browser.post(`${path}/member`)).status).toBe(410);
    expect((await readLatestAudit(world)).count).toBe(before.count);
  });
});
