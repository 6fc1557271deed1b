import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UpdateService } from '../../src/platform/partners/services/update-service.js';
import { SendTestNotificationService } from '../../src/platform/webhooks/outbox/send-test-notification.service.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all' });
  shop = await world.createPartnerShop();
  // The second attempt is due an hour later, so that none happens during the test.
  await world.get(UpdateService).runInTransaction(shop.serviceId, { retryScheduleSeconds: [0, 3_600] });
});
afterAll(() => world.stop());

const readPage = async (path: string): Promise<string> => (await fetch(world.sandbox.url + path)).text();
const post = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(world.sandbox.url + path, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams() });
const sendTestNotification = async (): Promise<string> => {
  await world.get(SendTestNotificationService).run(shop.serviceId);
  const [newest] = await world.database.query<{ id: string }[]>(
    'SELECT event_id AS id FROM webhook_delivery ORDER BY sequence DESC LIMIT 1',
  );
  return newest?.id ?? '';
};
const deliveryOf = async (id: string): Promise<unknown> => {
  const [row] = await world.database.query<unknown[]>(
    'SELECT status, attempt_count, (SELECT count(*)::integer FROM webhook_attempt a WHERE a.event_id = d.event_id AND a.outcome IS NOT NULL) AS ended FROM webhook_delivery d WHERE event_id = $1',
    [id],
  );
  return row;
};

describe('a notification for another endpoint', () => {
  it('is copied to the inbox with its state, the program’s response and the expected response', async () => {
    shop.receiver.setResponses({ status: 200, body: '<html>hello</html>' });
    const id = await sendTestNotification();
    const failed = { status: 'pending', attempt_count: 1, ended: 1 };
    await until(
      () => deliveryOf(id),
      (row) => JSON.stringify(row) === JSON.stringify(failed),
    );
    const list = await readPage('/inbox');
    expect(list).toContain('not acknowledged yet');
    expect(list).toContain(
      'your program responded 200 with &quot;&lt;html&gt;hello&lt;/html&gt;&quot;: the body must be OK and nothing else',
    );
    const page = await readPage(`/inbox/notifications/${id}`);
    expect(page).toContain('Only status 200 with the body <code>OK</code> is accepted');
    expect(page).toContain('<pre class="wrap" tabindex="0">&lt;html&gt;hello&lt;/html&gt;</pre>');
    expect(page).toContain(`<code>${shop.receiver.url}/notify</code>`);
    expect(page).toContain('ipn:test');
    // Opening the inbox sends no notification.
    await expect(deliveryOf(id)).resolves.toEqual(failed);
    expect(shop.receiver.requests).toHaveLength(1);
    expect(await readPage('/inbox')).toBe(list);
  });

  it('is shown as acknowledged once the program acknowledged it', async () => {
    shop.receiver.setResponses({ status: 200, body: 'OK' });
    const other = await world.createPartnerShop();
    await world.get(SendTestNotificationService).run(other.serviceId);
    await until(
      () => readPage('/inbox'),
      (page) => page.includes('>acknowledged</span>'),
    );
    expect(await readPage('/inbox')).toContain('your program acknowledged it: 200 with OK');
  });

  it('goes to the inbox after the button was pressed, which is recorded in the audit', async () => {
    const button = `/inbox/receivers/${shop.serviceId}/here`;
    expect(await readPage('/inbox')).toContain(`action="${button}"`);
    expect((await post(button, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await post('/inbox/receivers/00000000/here')).status).toBe(404);
    expect((await post(button)).status).toBe(303);
    const [service] = await world.database.query<{ url: string }[]>('SELECT notify_url AS url FROM service WHERE id = $1', [
      shop.serviceId,
    ]);
    expect(service?.url).toMatch(new RegExp(`/inbox/${shop.serviceId}$`));
    const audit = await world.database.query<unknown[]>(
      `SELECT door, action FROM audit_entry WHERE subject_id = $1 AND author = 'sandbox'`,
      [shop.serviceId],
    );
    expect(audit).toEqual([{ door: 'sandbox', action: 'service.set' }]);
    expect(await readPage('/inbox')).not.toContain(`action="${button}"`);
  });
});

describe('a copy whose notification is received later', () => {
  it('stays one notification with one attempt', async () => {
    await world.database.query('UPDATE service SET notify_url = NULL WHERE id = $1', [shop.serviceId]);
    const id = await sendTestNotification();
    await until(
      () => readPage('/inbox'),
      (page) => page.includes(`/inbox/notifications/${id}`) && page.includes('not sent: the service has no notification URL'),
    );
    const response = await fetch(`${world.sandbox.url}/inbox/${shop.serviceId}`, {
      method: 'POST',
      headers: { 'webhook-id': id },
      body: '{}',
    });
    expect(response.status).toBe(200);
    const rows = await world.database.query<unknown[]>('SELECT attempts FROM sandbox.inbox_notification WHERE webhook_id = $1', [id]);
    expect(rows).toEqual([{ attempts: 1 }]);
    expect(await readPage(`/inbox/notifications/${id}`)).toContain('<h2 id="delivery-1">');
  });
});
