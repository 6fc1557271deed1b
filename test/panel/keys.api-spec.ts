import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TokenUsage } from '../../src/platform/access/token-usage.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import type { World } from '../support/world.js';
import type { PanelBrowser } from './support/panel-browser.js';
import { auditOf, signedIn, startPanelWorld } from './support/panel-world.js';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startPanelWorld();
  shop = await world.partner({ silent: true });
});
afterAll(() => world.stop());
beforeEach(() => world.asOwner('DELETE FROM rate_limit'));

const person = (role: 'owner' | 'developer', name: string) => signedIn(world, { partnerId: shop.partnerId, role, name });
const FORM = { name: 'Web shop', preset: 'shop', expires: '90', addresses: '' };

async function madeBy(browser: PanelBrowser, form: Record<string, string> = {}): Promise<{ status: number; token: string; text: string }> {
  const { status, text } = await browser.post('/tokens', { ...FORM, ...form });
  return { status, token: /<code class="link secret">([\w-]{43})<\/code>/.exec(text)?.[1] ?? '', text };
}

async function limitedTo(browser: PanelBrowser, serviceId: string): Promise<void> {
  await world.asOwner(
    'UPDATE panel_membership SET service_ids = ARRAY[$2] WHERE id = (SELECT membership_id FROM panel_session WHERE token_hash = sha256($1))',
    [Buffer.from(browser.cookie.split('=')[1] ?? ''), serviceId],
  );
}

describe('a token', () => {
  it('is shown once, works immediately, and is listed with the time and IP address of its last use', async () => {
    const owner = await person('owner', 'Olga');
    const { token } = await madeBy(owner);
    expect((await world.http.get('/directbilling', { token })).status).toBe(200);
    await world.get(TokenUsage).write();
    const { text } = await owner.get('/keys');
    expect(text).not.toContain(token);
    expect(text).toMatch(/Web shop[\s\S]*?127\.0\.0\.1/);
  });

  it('stops working within a second after it is revoked', async () => {
    const owner = await person('owner', 'Olga');
    const { token } = await madeBy(owner, { name: 'Leaked' });
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
    expect((await madeBy(developer, { preset: 'refunds' })).status).toBe(422);
    for (const ability of ['payment.refunds.create', 'wallet.show', '*', 'payment.*', 'panel.team'])
      expect((await madeBy(developer, { preset: 'list', [`ability ${ability}`]: 'on', 'ability events': 'on' })).status).toBe(422);
    const { token } = await madeBy(developer, { preset: 'list', 'ability sms.services': 'on' });
    expect((await world.http.get('/sms', { token })).status).toBe(200);
    expect((await world.http.get('/directbilling', { token })).status).toBe(403);
    const shopToken = (await madeBy(developer)).token;
    expect((await world.http.get('/payment', { token: shopToken })).status).toBe(200);
    expect((await world.http.get('/wallet', { token: shopToken })).status).toBe(403);
  });

  it('is limited to the ticked services, which must be services that the person may see', async () => {
    const [owner, other] = [await person('owner', 'Olga'), await world.partner({ silent: true })];
    expect((await madeBy(owner, { [`service ${other.serviceId}`]: 'on' })).status).toBe(422);
    await madeBy(owner, { name: 'All' });
    const limited = await person('owner', 'Limited');
    await limitedTo(limited, shop.serviceId);
    const { token } = await madeBy(limited, { name: 'Part' });
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

  it('works only from the given IP addresses, and an invalid address is rejected with the typed form', async () => {
    const owner = await person('owner', 'Olga');
    expect((await owner.get('/tokens/new')).text).toContain('127.0.0.1');
    const { token } = await madeBy(owner, { addresses: '203.0.113.7, 2001:db8::/32' });
    expect((await world.http.get('/directbilling', { token })).status).toBe(403);
    const refused = await madeBy(owner, { addresses: '010.0.0.1', name: 'Kept <name>' });
    expect([refused.status, refused.token]).toEqual([422, '']);
    expect(refused.text).toContain('value="Kept &lt;name&gt;"');
    const wrongs: Record<string, string>[] = [
      { name: ' ' },
      { name: 'x\u202ey' },
      { preset: 'root' },
      { preset: 'list' },
      { expires: '1' },
      { addresses: 'shop.example' },
    ];
    for (const wrong of wrongs) expect((await madeBy(owner, wrong)).status).toBe(422);
  });
});

describe('the signing keys of a service', () => {
  it('are listed without their values, and revealing them writes an audit entry with the person', async () => {
    const owner = await person('owner', 'Olga');
    const key = await shop.ipnKey();
    expect((await owner.get('/keys')).text).not.toContain(key);
    const before = await auditOf(world);
    const { text, status } = await owner.post(`/keys/${shop.serviceId}/reveal`);
    expect(status).toBe(200);
    expect(text).toContain(`>${key}<`);
    expect(text).toMatch(/>whsec_[\w+/]{43}=</);
    const { count, latest } = await auditOf(world);
    expect([count - before.count, latest?.action, latest?.author]).toEqual([1, 'service.show_key', `Olga (${owner.email})`]);
  });

  it('are rotated separately, and the old key stays valid for the chosen time or is revoked immediately', async () => {
    const owner = await person('owner', 'Olga');
    const old = await shop.ipnKey();
    expect((await owner.post(`/keys/${shop.serviceId}/rotate`, { purpose: 'ipn', overlap: 'week' })).location).toBe(
      `/keys#keys-${shop.serviceId}`,
    );
    expect(await shop.ipnKey()).toBe(old);
    expect((await owner.get('/keys')).text).toContain('old key: signs until');
    for (const wrong of [
      { purpose: 'other', overlap: 'day' },
      { purpose: 'ipn', overlap: 'constructor' },
    ])
      expect((await owner.post(`/keys/${shop.serviceId}/rotate`, wrong)).status).toBe(422);
    await owner.post(`/keys/${shop.serviceId}/rotate`, { purpose: 'ipn', overlap: 'none' });
    await until(shop.ipnKey, (key) => key !== old);
  });
});
