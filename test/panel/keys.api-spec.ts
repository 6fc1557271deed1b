import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TokenUsage } from '../../src/platform/access/token-usage.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import type { World } from '../support/world.js';
import type { PanelBrowser } from './support/panel-browser.js';
import { readLatestAudit, signInAs, startPanelWorld } from './support/panel-world.js';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startPanelWorld();
  shop = await world.createPartnerShop({ silent: true });
});
afterAll(() => world.stop());
beforeEach(() => world.asOwner('DELETE FROM rate_limit'));

const person = (role: 'owner' | 'developer', name: string) => signInAs(world, { partnerId: shop.partnerId, role, name });
const FORM = { name: 'Web shop', preset: 'shop', expires: '90', addresses: '' };

async function createToken(
  browser: PanelBrowser,
  form: Record<string, string> = {},
): Promise<{ status: number; token: string; text: string }> {
  const { status, text } = await browser.post('/tokens', { ...FORM, ...form });
  return { status, token: /<code class="link secret">([\w-]{43})<\/code>/.exec(text)?.[1] ?? '', text };
}

async function limitServices(browser: PanelBrowser, serviceId: string): Promise<void> {
  await world.asOwner(
    'UPDATE panel_membership SET service_ids = ARRAY[$2] WHERE id = (SELECT membership_id FROM panel_session WHERE token_hash = sha256($1))',
    [Buffer.from(browser.cookie.split('=')[1] ?? ''), serviceId],
  );
}

describe('a token', () => {
  it('is shown once, works immediately, and is listed with the time and IP address of its last use', async () => {
    const owner = await person('owner', 'Olga');
    const { token } = await createToken(owner);
    expect((await world.http.get('/directbilling', { token })).status).toBe(200);
    await world.get(TokenUsage).write();
    const { text } = await owner.get('/keys');
    expect(text).not.toContain(token);
    expect(text).toMatch(/Web shop[\s\S]*?127\.0\.0\.1/);
  });

  it('stops working within a second after it is revoked', async () => {
    const owner = await person('owner', 'Olga');
    const { token } = await createToken(owner, { name: 'Leaked' });
    expect((await world.http.get('/directbilling', { token })).status).toBe(200);
    const [, id = ''] =
      /action="\/tokens\/([0-9a-f-]{36})\/revoke"[^>]*>(?:(?!<form).)*?Revoke: Leaked/s.exec((await owner.get('/keys')).text) ?? [];
    expect((await owner.post(`/tokens/${id}/revoke`)).location).toBe('/keys');
    await until(
      () => world.http.get('/directbilling', { token }),
      ({ status }) => status === 401,
    );
  });

  it('cannot have abilities that the person who creates it does not have', async () => {
    const developer = await person('developer', 'Dawid');
    expect((await developer.get('/tokens/new')).text).not.toContain('payment.refunds.create');
    expect((await createToken(developer, { preset: 'refunds' })).status).toBe(422);
    for (const ability of ['payment.refunds.create', 'wallet.show', '*', 'payment.*', 'panel.team'])
      expect((await createToken(developer, { preset: 'list', [`ability ${ability}`]: 'on', 'ability events': 'on' })).status).toBe(422);
    const { token } = await createToken(developer, { preset: 'list', 'ability sms.services': 'on' });
    expect((await world.http.get('/sms', { token })).status).toBe(200);
    expect((await world.http.get('/directbilling', { token })).status).toBe(403);
    const shopToken = (await createToken(developer)).token;
    expect((await world.http.get('/payment', { token: shopToken })).status).toBe(200);
    expect((await world.http.get('/wallet', { token: shopToken })).status).toBe(403);
  });

  it('is limited to the ticked services, which must be services that the person may see', async () => {
    const [owner, other] = [await person('owner', 'Olga'), await world.createPartnerShop({ silent: true })];
    expect((await createToken(owner, { [`service ${other.serviceId}`]: 'on' })).status).toBe(422);
    await createToken(owner, { name: 'All' });
    const limited = await person('owner', 'Limited');
    await limitServices(limited, shop.serviceId);
    const { token } = await createToken(limited, { name: 'Part' });
    const [row] = await world.database.query<{ ids: string[] }[]>(
      'SELECT service_ids AS ids FROM access_token WHERE token_hash = sha256($1)',
      [Buffer.from(token)],
    );
    expect(row?.ids).toEqual([shop.serviceId]);
    const { text } = await limited.get('/keys');
    expect(text).toContain('Part');
    expect(text).not.toContain('>All<');
    expect((await limited.post(`/tokens/${shop.tokenId}/revoke`)).status).toBe(404);
    expect((await shop.get()).status).toBe(200);
  });

  it('works only from the listed IP addresses, and an invalid address is rejected with the typed form', async () => {
    const owner = await person('owner', 'Olga');
    expect((await owner.get('/tokens/new')).text).toContain('127.0.0.1');
    const { token } = await createToken(owner, { addresses: '203.0.113.7, 2001:db8::/32' });
    expect((await world.http.get('/directbilling', { token })).status).toBe(403);
    const rejected = await createToken(owner, { addresses: '010.0.0.1', name: 'Kept <name>' });
    expect([rejected.status, rejected.token]).toEqual([422, '']);
    expect(rejected.text).toContain('value="Kept &lt;name&gt;"');
    const invalidForms: Record<string, string>[] = [
      { name: ' ' },
      { name: 'x\u202ey' },
      { preset: 'root' },
      { preset: 'list' },
      { expires: '1' },
      { addresses: 'shop.example' },
    ];
    for (const form of invalidForms) expect((await createToken(owner, form)).status).toBe(422);
  });
});

describe('the signing keys of a service', () => {
  it('are listed without their values, and revealing them writes an audit entry with the person', async () => {
    const owner = await person('owner', 'Olga');
    const key = await shop.ipnKey();
    expect((await owner.get('/keys')).text).not.toContain(key);
    const before = await readLatestAudit(world);
    const { text, status } = await owner.post(`/keys/${shop.serviceId}/reveal`);
    expect(status).toBe(200);
    expect(text).toContain(`>${key}<`);
    expect(text).toMatch(/>whsec_[\w+/]{43}=</);
    const { count, latest } = await readLatestAudit(world);
    expect([count - before.count, latest?.action, latest?.author]).toEqual([1, 'service.show_key', `Olga (${owner.email})`]);
  });

  it('are rotated one by one, and the old key stays valid for the chosen time or is revoked immediately', async () => {
    const owner = await person('owner', 'Olga');
    const oldKey = await shop.ipnKey();
    expect((await owner.post(`/keys/${shop.serviceId}/rotate`, { purpose: 'ipn', overlap: 'week' })).location).toBe(
      `/keys#keys-${shop.serviceId}`,
    );
    expect(await shop.ipnKey()).toBe(oldKey);
    expect((await owner.get('/keys')).text).toContain('old key: signs until');
    for (const form of [
      { purpose: 'other', overlap: 'day' },
      { purpose: 'ipn', overlap: 'constructor' },
    ])
      expect((await owner.post(`/keys/${shop.serviceId}/rotate`, form)).status).toBe(422);
    await owner.post(`/keys/${shop.serviceId}/rotate`, { purpose: 'ipn', overlap: 'none' });
    await until(shop.ipnKey, (key) => key !== oldKey);
  });
});
