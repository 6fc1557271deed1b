import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readLogo } from '../../src/platform/partners/brand/logo.js';
import { SetServiceBrand } from '../../src/platform/partners/brand/set-service-brand.service.js';
import { ChangeChannelsService } from '../../src/products/payments/payment-methods/change-channels.service.js';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { CreateSmsService } from '../../src/products/sms/services/create-sms-service.js';
import type { Shop } from '../support/shop.js';
import type { World } from '../support/world.js';
import type { PanelBrowser } from './support/panel-browser.js';
import { readLatestAudit, signInAs, startPanelWorld } from './support/panel-world.js';

let world: World;
let shop: Shop;
let owner: PanelBrowser;
let page: string;
beforeAll(async () => {
  world = await startPanelWorld({ ROLE: 'all' });
  shop = await world.createPartnerShop({ silent: true });
  owner = await signInAs(world, { partnerId: shop.partnerId, role: 'owner' });
  page = `/services/${shop.serviceId}`;
});
afterAll(() => world.stop());
beforeEach(() => world.asOwner('DELETE FROM rate_limit'));

const setNotifyUrl = (url: string) => owner.post(`${page}/notify-address`, { url });

/** Sends a test notification. @returns the page with the result. */
async function sendTest(): Promise<string> {
  const { location } = await owner.post(`${page}/test`);
  expect(location).toMatch(new RegExp(`^${page}\\?test=[0-9a-f-]{36}$`));
  return (await owner.get(location)).text;
}

describe('a new partner with only the panel', () => {
  it('can get the key, set the notification URL, create a token and verify a received notification', async () => {
    const { receiver } = shop;
    expect((await setNotifyUrl(`${receiver.url}/notify`)).location).toBe(page);
    const key = />([0-9a-f]{32})</.exec((await owner.post(`/keys/${shop.serviceId}/reveal`)).text)?.[1] ?? '';
    expect(await sendTest()).toContain('The notification was acknowledged');
    const [request] = receiver.requests;
    const { type, notification_id, date, data, signature } = JSON.parse(request?.body ?? '{}') as Record<string, string> & {
      data: Record<string, string>;
    };
    const signedText = [type, notification_id, date, data['service_id'], data['nonce'], key].join('|');
    expect(signature).toBe(createHash('sha256').update(signedText).digest('hex'));
    const created = await owner.post('/tokens', { name: 'Shop', preset: 'shop', expires: 'never' });
    const token = /<code class="link secret">([\w-]{43})</.exec(created.text)?.[1] ?? '';
    const { status } = await world.http.post(`/directbilling/${shop.serviceId}/transactions`, { token, body: { amount: 12.3 } });
    expect(status).toBe(200);
  });
});

describe('the notification URL', () => {
  it.each([
    ['http://10.0.0.1/ipn', 'private or reserved'],
    ['http://169.254.169.254/latest/meta-data', 'private or reserved'],
    ['http://2852039166/', 'private or reserved'],
    ['http://[::ffff:10.0.0.1]/', 'private or reserved'],
    ['ftp://shop.example/', 'must begin with http'],
    ['javascript:alert(1)', 'must begin with http'],
    ['https://user:secret@shop.example/', 'user name'],
    ['shop.example/ipn', 'complete URL'],
    ['https://shop.example/a b', 'complete URL'],
    [`https://shop.example/${'a'.repeat(2048)}`, 'complete URL'],
  ])('is rejected when it is %s', async (url, message) => {
    const before = await readLatestAudit(world);
    const { status, text } = await setNotifyUrl(url);
    expect(status).toBe(422);
    expect(text).toContain(message);
    expect((await readLatestAudit(world)).count).toBe(before.count);
  });

  it('is removed with an empty field, and then no test can be sent', async () => {
    await setNotifyUrl('');
    const { status, text } = await owner.post(`${page}/test`);
    expect(status).toBe(422);
    expect(text).toContain('Enter a notification URL first');
  });

  it.each([
    [{ status: 200, body: '<b>fine</b>' }, 'the body must be OK', '&lt;b&gt;fine&lt;/b&gt;'],
    [{ status: 302, headers: { Location: '/elsewhere' } }, 'Redirects are not followed', '302'],
    [{ status: 404, body: 'no' }, 'nothing at this path', '404'],
  ])('gets an explanation after the response %j', async (response, explanation, detail) => {
    shop.receiver.setResponses(response);
    await setNotifyUrl(`${shop.receiver.url}/${detail}`);
    const page = await sendTest();
    expect(page).toContain(explanation);
    expect(page).toContain(detail);
    expect(page).not.toContain('<b>fine');
  });

  it('shows no response to a notification of another service', async () => {
    const other = await world.createPartnerShop();
    const stranger = await signInAs(world, { partnerId: other.partnerId, role: 'owner' });
    const { location } = await stranger.post(`/services/${other.serviceId}/test`);
    const { text } = await owner.get(`${page}?test=${location.split('=')[1]}`);
    expect(text).toContain('There is no result yet');
  });
});

describe('a service', () => {
  it('shows for each channel of online payments why it is off', async () => {
    const { id } = await world.get(CreateServiceForPayments).run({ partnerId: shop.partnerId, name: 'Books', notifyUrl: null });
    await world.get(ChangeChannelsService).run(id, ['paysafecard'], { enabled: false });
    const { text } = await owner.get(`/services/${id}`);
    expect(text).toMatch(/paysafecard[\s\S]{0,200}switched off for this service/i);
    expect(text).toContain('>on<');
  });

  it('shows keyword and numbers for SMS, and the tariff for DirectBilling', async () => {
    const setup = { type: 'ONE_TIME_CODE', prefix: 'TC', suffix: 'PANEL', numbers: [7055] } as const;
    const { id } = await world.get(CreateSmsService).run({ partnerId: shop.partnerId, name: 'Votes', notifyUrl: null, ...setup });
    expect((await owner.get(`/services/${id}`)).text).toMatch(/TC\.PANEL[\s\S]*7055/);
    expect((await owner.get(page)).text).toMatch(/orange[\s\S]*30 %/);
  });

  it('is previewed with its name, logo and colour as payers see them', async () => {
    const logo = readLogo(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>'));
    await world.database.transaction((tx) =>
      world.get(SetServiceBrand).run(tx, shop.serviceId, { name: 'Game <points>', accent: '#4b3aa8', logo }),
    );
    const { text } = await owner.get(page);
    expect(text).toContain('fill="#4b3aa8"');
    expect(text).toContain('Game &lt;points&gt;');
    const picture = await owner.get(`${page}/logo`);
    expect(picture.headers.get('content-type')).toContain('image/svg+xml');
    expect(picture.headers.get('content-security-policy')).toContain('sandbox');
  });

  it.each(['%00', '0f3a9c2%00', 'x'.repeat(300)])('is not found with the id %s', async (id) => {
    expect((await owner.get(`/services/${id}`)).status).toBe(404);
  });

  it('can be seen but not changed by a viewer', async () => {
    const viewer = await signInAs(world, { partnerId: shop.partnerId, role: 'viewer' });
    const { text } = await viewer.get(page);
    expect(text).not.toContain('notify-address');
    expect(text).not.toContain('/test"');
  });
});
