import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CreatePartnerService } from '../../src/platform/partners/create-partner.service.js';
import { UpdateService } from '../../src/platform/partners/services/update-service.js';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import type { World } from '../support/world.js';
import type { PanelBrowser } from './support/panel-browser.js';
import {
  readLatestAudit,
  newPanelBrowser,
  totpCodeOf,
  createInvitationLink,
  PASSWORD,
  totpSecretOn,
  signInAs,
  startPanelWorld,
} from './support/panel-world.js';

let world: World;
let shop: Shop;
let admin: PanelBrowser;
let operations: PanelBrowser;
let finance: PanelBrowser;
beforeAll(async () => {
  world = await startPanelWorld();
  shop = await world.createPartnerShop({ silent: true });
  admin = await signInAs(world, { partnerId: null, role: 'admin' });
  operations = await signInAs(world, { partnerId: null, role: 'operations' });
  finance = await signInAs(world, { partnerId: null, role: 'finance' });
});
afterAll(() => world.stop());
beforeEach(() => world.asOwner('DELETE FROM rate_limit'));

const newPartner = async (name: string): Promise<string> => (await world.get(CreatePartnerService).run({ name })).id;
const textOf = (html: string): string => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const linkOn = (html: string): string => /\/invitation\/[\w-]+/.exec(html)?.[0] ?? '';

describe('partners', () => {
  it('are found by id and by a part of the name in any case, each once across the pages', async () => {
    const id = await newPartner('Kwiaciarnia Pod Lipą');
    for (const q of ['pod LIPĄ', id, id.toUpperCase()])
      expect((await admin.get(`/partners?q=${encodeURIComponent(q)}`)).text).toContain(`href="/partners/${id}"`);
    for (const q of ['100%', '_', id.slice(0, 20)])
      expect((await admin.get(`/partners?q=${encodeURIComponent(q)}`)).text).toContain('No partner matches');
    const createdIds = await Promise.all(times(55, (index) => newPartner(`Many ${index}`)));
    const listedIds: string[] = [];
    for (let path = '/partners?q=many'; path;) {
      const { text } = await admin.get(path);
      listedIds.push(...[...text.matchAll(/href="\/partners\/([0-9a-f-]{36})"/g)].map(([, id = '']) => id));
      path = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    }
    expect(listedIds).toHaveLength(55);
    expect([...listedIds].sort()).toEqual([...createdIds].sort());
  });

  it('are shown with services, tokens and people, but with wallet and full e-mail addresses only to roles that may see them', async () => {
    await signInAs(world, { partnerId: shop.partnerId, role: 'viewer', name: 'Ewa Nowak' });
    const text = (await admin.get(`/partners/${shop.partnerId}`)).text;
    expect(text).toContain(`href="/services/${shop.serviceId}"`);
    expect(textOf(text)).toMatch(/Valid tokens 1 /);
    expect(textOf(text)).toMatch(/Ewa Nowak viewer-\S+@example\.test viewer/);
    expect(text).toContain(`href="/wallet?partner=${shop.partnerId}"`);
    expect(text).not.toContain(shop.token);
    expect((await operations.get(`/partners/${shop.partnerId}`)).text).not.toContain('/wallet?partner');
    expect(textOf((await finance.get(`/partners/${shop.partnerId}`)).text)).toMatch(/Ewa Nowak v•••@example\.test viewer/);
  });

  it('get a 404 when they do not exist', async () => {
    for (const id of ['0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c', 'nonsense']) {
      expect((await admin.get(`/partners/${id}`)).status).toBe(404);
      expect((await admin.post(`/partners/${id}/block`, { reason: 'Ticket 1', confirmed: 'yes' })).status).toBe(404);
      expect((await admin.post(`/partners/${id}/unblock`, { reason: 'Ticket 1' })).status).toBe(404);
      expect((await admin.post(`/partners/${id}/owner`, { email: 'a@b.example' })).status).toBe(404);
    }
  });

  it('are blocked and unblocked only with a reason and a confirmation, with one audit entry each', async () => {
    const blocked = await world.createPartnerShop({ silent: true });
    const path = `/partners/${blocked.partnerId}`;
    const before = (await readLatestAudit(world)).count;
    for (const form of [
      { confirmed: 'yes' },
      { reason: 'Ticket 4711' },
      { reason: 'of jan@shop.example', confirmed: 'yes' },
      { reason: 'x'.repeat(121), confirmed: 'yes' },
    ] as Record<string, string>[])
      expect((await operations.post(`${path}/block`, form)).status).toBe(422);
    expect((await finance.post(`${path}/block`, { reason: 'Ticket 4711', confirmed: 'yes' })).status).toBe(403);
    expect((await readLatestAudit(world)).count).toBe(before);
    expect((await operations.post(`${path}/block`, { reason: 'Ticket 4711', confirmed: 'yes' })).location).toBe(path);
    expect(textOf((await admin.get(path)).text)).toMatch(/Blocked since .*: Ticket 4711/);
    expect((await admin.post(`${path}/block`, { reason: 'Ticket 4712', confirmed: 'yes' })).status).toBe(422);
    expect((await readLatestAudit(world)).count).toBe(before + 1);
    expect((await operations.post(`${path}/unblock`, {})).status).toBe(422);
    expect((await operations.post(`${path}/unblock`, { reason: 'Cleared' })).location).toBe(path);
    expect((await operations.post(`${path}/unblock`, { reason: 'Cleared' })).status).toBe(422);
    const rows = await world.database.query<object[]>('SELECT action, reason, door FROM audit_entry WHERE subject_id = $1 ORDER BY at', [
      blocked.partnerId,
    ]);
    expect(rows.slice(-2)).toEqual([
      { action: 'partner.block', reason: 'Ticket 4711', door: 'panel' },
      { action: 'partner.unblock', reason: 'Cleared', door: 'panel' },
    ]);
    expect((await readLatestAudit(world)).count).toBe(before + 2);
  });

  it('are blocked once when two people block concurrently, with the reason of the first person', async () => {
    const id = await newPartner('Twice');
    const before = (await readLatestAudit(world)).count;
    const responses = await Promise.all(
      [admin, operations].map((browser, index) => browser.post(`/partners/${id}/block`, { reason: `Ticket ${index}`, confirmed: 'yes' })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 422]);
    const accepted = responses.findIndex(({ status }) => status === 303);
    expect(await world.database.query('SELECT blocked_reason AS reason FROM partner WHERE id = $1', [id])).toEqual([
      { reason: `Ticket ${accepted}` },
    ]);
    expect((await readLatestAudit(world)).count).toBe(before + 1);
  });
});

describe('the first owner of a partner', () => {
  it('is invited by an admin with a link that replaces an earlier one, and not when the partner has an owner', async () => {
    const id = await newPartner('New Shop');
    const path = `/partners/${id}/owner`;
    expect((await operations.post(path, { email: 'owner@new.example' })).status).toBe(403);
    expect((await admin.post(path, { email: 'nobody' })).status).toBe(422);
    const before = (await readLatestAudit(world)).count;
    const first = linkOn((await admin.post(path, { email: 'owner@new.example' })).text);
    const second = linkOn((await admin.post(path, { email: 'owner@new.example' })).text);
    expect((await readLatestAudit(world)).count).toBe(before + 2);
    const newcomer = newPanelBrowser(world);
    expect((await newcomer.get(first)).status).toBe(410);
    const secret = totpSecretOn((await newcomer.get(second)).text);
    expect((await newcomer.post(second, { name: 'Jan', password: PASSWORD, code: totpCodeOf(secret) })).status).toBe(200);
    expect((await newcomer.get('/team')).text).toContain('owner@new.example');
    expect((await admin.get(`/partners/${id}`)).text).not.toContain(`action="${path}"`);
    const secondInvitation = await createInvitationLink(world, { email: 'second@new.example', partnerId: id, role: 'owner' });
    expect((await admin.post(path, { email: 'staff@gateway.example' })).status).toBe(422);
    expect((await newPanelBrowser(world).get(secondInvitation)).status).toBe(200);
  });

  it('gets only one working link when two admins invite concurrently', async () => {
    const id = await newPartner('Two Links');
    const other = await signInAs(world, { partnerId: null, role: 'admin', name: 'Other admin' });
    const pages = await Promise.all(
      [admin, other].map((browser, index) => browser.post(`/partners/${id}/owner`, { email: `o${index}@two.example` })),
    );
    const statuses = await Promise.all(pages.map(async ({ text }) => (await newPanelBrowser(world).get(linkOn(text))).status));
    expect(statuses.sort()).toEqual([200, 410]);
  });
});

describe('services that wait for verification', () => {
  const createWaitingService = async (name = 'Books'): Promise<string> => {
    const { id } = await world.get(CreateServiceForPayments).run({ partnerId: shop.partnerId, name });
    await world.get(UpdateService).runInTransaction(id, { status: 'service_verify' });
    return id;
  };
  const statusOf = async (id: string): Promise<string | undefined> =>
    (await world.database.query<{ status: string }[]>('SELECT status FROM service WHERE id = $1', [id]))[0]?.status;

  it('are listed with their partner, and shown with the data for the decision', async () => {
    const id = await createWaitingService('Waiting Books');
    expect((await operations.get('/verification')).text).toContain(`href="/verification/${id}"`);
    const page = (await operations.get(`/verification/${id}`)).text;
    expect(textOf(page)).toMatch(/Other active services 1 /);
    expect(page).toContain(`href="/partners/${shop.partnerId}"`);
    expect((await operations.get(`/verification/${shop.serviceId}`)).status).toBe(404);
    expect((await finance.get('/verification')).status).toBe(403);
    expect((await (await signInAs(world, { partnerId: shop.partnerId, role: 'owner' })).get('/verification')).status).toBe(403);
  });

  it('are verified or rejected with a reason, and are not listed any more', async () => {
    const [verifiedId, rejectedId] = [await createWaitingService(), await createWaitingService()];
    const before = (await readLatestAudit(world)).count;
    expect((await operations.post(`/verification/${verifiedId}`, { decision: 'verify' })).status).toBe(422);
    expect((await operations.post(`/verification/${verifiedId}`, { reason: 'Ticket 5' })).status).toBe(422);
    expect([await statusOf(verifiedId), (await readLatestAudit(world)).count]).toEqual(['service_verify', before]);
    expect((await operations.post(`/verification/${verifiedId}`, { decision: 'verify', reason: 'Ticket 5' })).location).toBe(
      '/verification',
    );
    expect((await operations.post(`/verification/${rejectedId}`, { decision: 'refuse', reason: 'Ticket 6' })).location).toBe(
      '/verification',
    );
    expect([await statusOf(verifiedId), await statusOf(rejectedId)]).toEqual(['service_active', 'service_rejected']);
    expect((await operations.get('/verification')).text).not.toContain(verifiedId);
    const rows = await world.database.query<object[]>(
      `SELECT action, before->>'status' AS "from", after->>'status' AS "to", reason FROM audit_entry WHERE subject_id = $1 AND door = 'panel'`,
      [rejectedId],
    );
    expect(rows).toEqual([{ action: 'service.set', from: 'service_verify', to: 'service_rejected', reason: 'Ticket 6' }]);
  });

  it('are verified or rejected once when two people decide concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await createWaitingService();
      const before = (await readLatestAudit(world)).count;
      const decisions = ['verify', 'refuse'] as const;
      const responses = await Promise.all(
        [admin, operations].map((browser, index) =>
          browser.post(`/verification/${id}`, { decision: decisions[index] ?? '', reason: `Ticket ${index}` }),
        ),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([303, 422]);
      const accepted = responses.findIndex(({ status }) => status === 303);
      expect(await statusOf(id)).toBe(['service_active', 'service_rejected'][accepted]);
      expect((await readLatestAudit(world)).count).toBe(before + 1);
    }
  });
});
