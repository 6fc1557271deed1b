import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SeedDemoService } from '../../src/demo/seed-demo.service.js';
import { sendInboundMessage, createSmsShop, GATEWAY_SECRET } from '../sms/sms-shop.js';
import { createAndPay } from '../support/paid-payment.js';
import { startWorld, type World } from '../support/world.js';

let folder: string;
let world: World;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-demo-'));
  world = await startWorld({ DATA_DIR: folder, SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
});
afterEach(async () => {
  await world.stop();
  await rm(folder, { recursive: true });
});

const seed = () => world.get(SeedDemoService).run();

describe('the demo', () => {
  it('has a working service of each product, with notifications to the inbox', async () => {
    const { token, services } = await seed();
    expect(services.map(({ area }) => area)).toEqual(['directbilling', 'sms', 'payment']);
    for (const { area, id } of services) {
      expect((await world.http.get(`/${area}/${id}`, { token })).body.data).toMatchObject({ id, status: 'service_active' });
      const [row] = await world.database.query<{ url: string }[]>('SELECT notify_url AS url FROM service WHERE id = $1', [id]);
      expect(row?.url).toMatch(new RegExp(`/inbox/${id}$`));
    }
    const [directBilling, , payments] = services;
    expect((await world.http.post(`/directbilling/${directBilling?.id}/transactions`, { token, body: { amount: 12.3 } })).status).toBe(200);
    expect((await world.http.post(`/payment/${payments?.id}/transactions`, { token, body: { amount: 12.3 } })).status).toBe(200);
    expect((await sendInboundMessage(world, { text: 'tc.sklep', to: 7055 })).text).toMatch(/code: \S+$/);
  });

  it('has test money, so that its first payment can be refunded completely', async () => {
    const { token, services } = await seed();
    const { id: serviceId = '' } = services.find(({ area }) => area === 'payment') ?? {};
    const paymentId = await createAndPay({ http: world.http, token, serviceId }, 49.99);
    const { status, body } = await world.http.post(`/payment/${serviceId}/transactions/${paymentId}/refunds`, { token });
    expect([status, body.data]).toEqual([200, { refund_id: expect.any(String) }]);
  });

  it('stays the same when it is seeded again', async () => {
    const first = await seed();
    expect(await seed()).toEqual(first);
    const [row] = await world.database.query<{ count: string }[]>('SELECT count(*) FROM service');
    expect(row?.count).toBe('3');
    const adjustments = await world.database.query<unknown[]>('SELECT FROM ledger_adjustment');
    expect(adjustments).toHaveLength(1);
  });

  it('keeps a notification URL that was changed, except for an outdated inbox URL', async () => {
    const [service] = (await seed()).services;
    const readNotifyUrl = async (): Promise<string | undefined> =>
      (await world.database.query<{ url: string }[]>('SELECT notify_url AS url FROM service WHERE id = $1', [service?.id]))[0]?.url;
    await world.database.query(`UPDATE service SET notify_url = 'http://127.0.0.1:4000/' WHERE id = $1`, [service?.id]);
    await seed();
    expect(await readNotifyUrl()).toBe('http://127.0.0.1:4000/');
    await world.database.query(`UPDATE service SET notify_url = 'http://127.0.0.1:1/inbox/' || id WHERE id = $1`, [service?.id]);
    await seed();
    expect(await readNotifyUrl()).not.toMatch(/:1\//);
  });

  it('uses another keyword when another service has the keyword of the demo', async () => {
    const shop = await createSmsShop(world, { suffix: 'SKLEP' });
    const { token, services } = await seed();
    const { id = '' } = services.find(({ area }) => area === 'sms') ?? {};
    const { prefix, suffix, numbers } = (await world.http.get(`/sms/${id}`, { token })).body.data;
    expect([prefix, suffix]).toEqual(['TC', expect.stringMatching(/^DEMO-[0-9a-f]{6}$/)]);
    expect((await sendInboundMessage(world, { text: `${prefix}.${suffix}`, to: numbers[0] })).text).toMatch(/code: \S+$/);
    await shop.buyCode();
    expect((await shop.get('/transactions')).body.pagination.total).toBe(1);
  });
});
