import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CreateSmsService } from '../../src/products/sms/services/create-sms-service.js';
import type { Shop } from '../support/shop.js';
import type { World } from '../support/world.js';
import type { PanelResponse, PanelBrowser } from './support/panel-browser.js';
import { readLatestAudit, panelOf, signInAs, startPanelWorld } from './support/panel-world.js';

let world: World;
let shop: Shop;
let owner: PanelBrowser;
let packs = 0;
let pack: string;
beforeAll(async () => {
  world = await startPanelWorld();
  shop = await world.createPartnerShop({ silent: true });
  owner = await signInAs(world, { partnerId: shop.partnerId, role: 'owner' });
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.asOwner('DELETE FROM rate_limit');
  const setup = { type: 'CODE_PACK', prefix: 'TC', suffix: `PACK${(packs += 1)}`, numbers: [7055] } as const;
  pack = (await world.get(CreateSmsService).run({ partnerId: shop.partnerId, name: `Pack ${packs}`, ...setup })).id;
});

const codesOf = async (id: string): Promise<string[]> =>
  (await world.database.query<{ code: string }[]>('SELECT code FROM sms_pack_code WHERE service_id = $1 ORDER BY position', [id])).map(
    ({ code }) => code,
  );

/** Posts the form with a file, as a browser does. */
function sendFile(content: string, fields: Record<string, string> = {}): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ codes: '', ...fields })) form.set(name, value);
  form.set('file', new File([content], 'codes.txt', { type: 'text/plain' }));
  const headers = { Cookie: owner.cookie, 'Sec-Fetch-Site': 'same-origin', 'Accept-Language': 'en' };
  return fetch(`http://127.0.0.1:${panelOf(world).port}/codes/${pack}`, { method: 'POST', body: form, headers, redirect: 'manual' });
}

/** The numbers on the page of the upload: new codes, codes that exist already, and malformed codes. */
const countsOn = ({ text }: Pick<PanelResponse, 'text'>): string[] =>
  [...text.matchAll(/<li><span class="number strong">(\d+)</g)].map(([, count = '']) => count);

describe('uploaded codes of a code pack', () => {
  it('are checked first and added in their order after a confirmation, with one audit entry', async () => {
    const codes = 'CC33CC\r\nAA11AA\n\nnot one\nAA11AA\n<b>x y</b>\nBB22BB';
    const before = await readLatestAudit(world);
    const preview = await owner.post(`/codes/${pack}`, { codes });
    expect(countsOn(preview)).toEqual(['3', '1', '2']);
    expect(preview.text).toContain('&lt;b&gt;x y');
    expect([await codesOf(pack), (await readLatestAudit(world)).count]).toEqual([[], before.count]);
    const { location } = await owner.post(`/codes/${pack}`, { codes, confirmed: 'yes' });
    expect(location).toBe(`/codes/${pack}?added=3`);
    expect(await codesOf(pack)).toEqual(['CC33CC', 'AA11AA', 'BB22BB']);
    const { count, latest } = await readLatestAudit(world);
    expect([count - before.count, latest?.action]).toEqual([1, 'sms.upload_codes']);
    expect(countsOn(await owner.post(`/codes/${pack}`, { codes }))).toEqual(['0', '4', '2']);
  });

  it('can be sent in a file with thousands of codes', async () => {
    const content = Array.from({ length: 12_000 }, (_, index) => `C${String(index).padStart(6, '0')}`).join('\n');
    expect(countsOn({ text: await (await sendFile(content)).text() })).toEqual(['12000', '0', '0']);
    const before = await readLatestAudit(world);
    expect((await sendFile(content, { confirmed: 'yes' })).status).toBe(303);
    expect([(await codesOf(pack)).length, (await readLatestAudit(world)).count]).toEqual([12_000, before.count + 1]);
  });

  it('are rejected when the file is too large or the form is malformed', async () => {
    expect((await sendFile('X'.repeat(1_100_000))).status).toBe(413);
    const type = { 'Content-Type': 'multipart/form-data; boundary=x', 'Sec-Fetch-Site': 'same-origin' };
    expect((await owner.post(`/codes/${pack}`, { codes: 'AA11AA' }, type)).status).toBe(400);
    expect(await codesOf(pack)).toEqual([]);
  });

  it('are rejected for a service without a code pack and for another partner’s service', async () => {
    expect((await owner.post(`/codes/${shop.serviceId}`, { codes: 'AA11AA', confirmed: 'yes' })).status).toBe(404);
    const stranger = await signInAs(world, { partnerId: (await world.createPartnerShop({ silent: true })).partnerId, role: 'owner' });
    expect((await stranger.post(`/codes/${pack}`, { codes: 'AA11AA', confirmed: 'yes' })).status).toBe(404);
    expect(await codesOf(pack)).toEqual([]);
  });

  it('show an alarm when the code pack is empty', async () => {
    expect((await owner.get(`/codes/${pack}`)).text).toContain('empty: messages are rejected');
    await owner.post(`/codes/${pack}`, { codes: 'AA11AA', confirmed: 'yes' });
    expect((await owner.get(`/codes/${pack}`)).text).toContain('enough');
  });
});

describe('a rejected SMS', () => {
  const storeRejected = (id: string, serviceId: string | null, outcome: string): Promise<void> =>
    world.asOwner(
      `INSERT INTO sms_inbound (message_id, from_number, send_number, text, sent_at, received_at, test, outcome, service_id, reply)
       VALUES ($1, '48500600700', 7055, $2, now(), now(), false, $3, $4, '')`,
      [id, `text of ${id}`, outcome, serviceId],
    );

  it('is shown to the partner of its service, with the sender masked for some roles, and only to staff when it has no service', async () => {
    await storeRejected('m-own', pack, 'pack_empty');
    await storeRejected('m-nobody', null, 'keyword_unknown');
    const ownList = (await owner.get('/codes')).text;
    expect(ownList).toContain('text of m-own');
    expect(ownList).toContain('the pack is empty');
    expect(ownList).not.toContain('text of m-nobody');
    const viewer = await signInAs(world, { partnerId: shop.partnerId, role: 'viewer' });
    expect((await viewer.get('/codes')).text.replace(/\D/g, '')).not.toContain('500600700');
    const stranger = await signInAs(world, { partnerId: (await world.createPartnerShop({ silent: true })).partnerId, role: 'owner' });
    expect((await stranger.get('/codes')).text).not.toContain('text of m-own');
    const staff = await signInAs(world, { partnerId: null, role: 'operations' });
    expect((await staff.get('/codes')).text).toContain('text of m-nobody');
  });
});
