import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { CreateDirectBillingService } from '../../src/products/direct-billing/services/create-direct-billing-service.js';
import { eventBody } from '../../src/platform/webhooks/outbox/event-body.js';
import { Outbox } from '../../src/platform/webhooks/outbox/outbox.js';
import { SendTestNotificationService } from '../../src/platform/webhooks/outbox/send-test-notification.service.js';
import { OK } from '../support/receiver.js';
import type { HttpResponse, HttpRequest } from '../support/http-client.js';
import { testServerInfo } from '../support/test-server-info.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all' });
  shop = await world.createPartnerShop();
});
afterAll(() => world.stop());

const events = (query = '', call: HttpRequest = {}): Promise<HttpResponse> =>
  world.http.get(`/events${query}`, { token: shop.token, ...call });
/** Waits until the list has at least `count` events. @returns the events. */
const waitForEvents = async (count: number, query = '', call: HttpRequest = {}): Promise<HttpResponse['body'][]> =>
  (
    await until(
      () => events(query, call),
      ({ body }) => body.data.length >= count,
    )
  ).body.data;
const send = (serviceId = shop.serviceId): Promise<unknown> => world.get(SendTestNotificationService).run(serviceId);
const newEvent = (serviceId: string) => ({
  serviceId,
  subjectId: uuidv7(),
  type: 'ipn:test',
  body: eventBody({ type: 'ipn:test' }),
  occurredAt: new Date(),
});

describe('the list of events', () => {
  it('has the notifications as they were sent, with the state of their delivery', async () => {
    shop.receiver.setResponses(OK);
    await send();
    const [request] = await until(
      () => shop.receiver.requests,
      ({ length }) => length === 1,
    );
    const [event] = await until(
      async () => (await events()).body.data,
      ([first]) => first?.delivery.status === 'acknowledged',
    );
    expect(event).toMatchObject({
      id: request?.headers['webhook-id'],
      type: 'ipn:test',
      service_id: shop.serviceId,
      body: request?.body,
      delivery: { status: 'acknowledged', attempts: 1, next_attempt_at: null, acknowledged_at: expect.any(String) },
    });
  });

  it('continues after the last known event, in the order of creation', async () => {
    const before = (await waitForEvents(1)).at(-1);
    for (let nth = 0; nth < 5; nth += 1) await send();
    const all = await waitForEvents(5, `?after=${before.id}`);
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted());
    const page = await events(`?after=${before.id}&limit=2`);
    expect(page.body.pagination).toEqual({
      count: 2,
      per_page: 2,
      links: { next_page: `https://pay.example.test/events?after=${all[1].id}&limit=2` },
    });
    const last = await events(`?after=${all[3].id}&limit=2`);
    expect([last.body.data, last.body.pagination.links.next_page]).toEqual([[all[4]], null]);
    expect((await events(`?after=${all[4].id}`)).body.data).toEqual([]);
  });

  it('can be filtered by type', async () => {
    await shop.create();
    const [event] = await waitForEvents(1, '?type=ipn:test');
    expect(event.type).toBe('ipn:test');
    expect((await events('?type=transaction:status_changed')).body.data).toEqual([]);
  });

  it('shows no event before an earlier transaction has committed, so that readers skip no event', async () => {
    const other = await world.createPartnerShop();
    const call = { token: other.token };
    let commit = (): void => undefined;
    const mayCommit = new Promise<void>((resolve) => (commit = resolve));
    let reportWritten = (): void => undefined;
    const isWritten = new Promise<void>((resolve) => (reportWritten = resolve));
    const slow = world.database.transaction(async (tx) => {
      await world.get(Outbox).append(tx, [newEvent(other.serviceId)]);
      reportWritten();
      await mayCommit;
    });
    await isWritten;
    await world.database.transaction((tx) => world.get(Outbox).append(tx, [newEvent(other.serviceId)]));
    // The list ends one second before the start of the oldest open transaction. If none were open, the second event would be listed now.
    await world.database.query('SELECT pg_sleep(1.2)');
    expect((await events('', call)).body.data).toEqual([]);
    commit();
    await slow;
    expect(await waitForEvents(2, '', call)).toHaveLength(2);
  });

  it('waits for a transaction of another database login, because PostgreSQL hides when it started', async () => {
    const { superuser, app } = testServerInfo();
    const login = `gateway_app_${randomBytes(4).toString('hex')}`; // roles belong to the whole server
    const url = new URL(world.settings['DATABASE_URL'] ?? '');
    const admin = new Client({ connectionString: Object.assign(new URL(superuser), { pathname: url.pathname }).href });
    await admin.connect();
    await admin.query(`CREATE ROLE ${login} LOGIN PASSWORD 'second-password' IN ROLE ${app.name}`);
    const otherLogin = await new DataSource({
      type: 'postgres',
      url: Object.assign(url, { username: login, password: 'second-password' }).href,
    }).initialize();
    try {
      const other = await world.createPartnerShop();
      const call = { token: other.token };
      const runner = otherLogin.createQueryRunner();
      await runner.startTransaction();
      await world.get(Outbox).append(runner.manager, [newEvent(other.serviceId)]);
      await world.database.transaction((tx) => world.get(Outbox).append(tx, [newEvent(other.serviceId)]));
      await world.database.query('SELECT pg_sleep(1.2)');
      expect((await events('', call)).body.data).toEqual([]);
      // This request waits until the transaction has committed, and then returns both events.
      const reading = events('', call);
      await runner.commitTransaction();
      await runner.release();
      expect((await reading).body.data).toHaveLength(2);
    } finally {
      await otherLogin.destroy();
      await admin.query(`DROP OWNED BY ${login}; DROP ROLE ${login}`);
      await admin.end();
    }
  });

  it('has only events of the token’s services', async () => {
    const secondService = await world.get(CreateDirectBillingService).run({ partnerId: shop.partnerId, name: 'More', suffix: 'MORE' });
    await send(secondService.id);
    const foreign = await world.createPartnerShop();
    await send(foreign.serviceId);
    const foreignEvents = await waitForEvents(1, '', { token: foreign.token });
    const { token } = await shop.newToken({ serviceIds: [secondService.id] });
    const visibleEvents = await waitForEvents(1, '', { token });
    expect([...new Set(visibleEvents.map(({ service_id: id }) => id))]).toEqual([secondService.id]);
    expect(visibleEvents[0].delivery.status).toMatch(/pending|unaddressed/);
    const listedServiceIds = async (): Promise<string[]> =>
      (await events('?limit=100')).body.data.map((event: { service_id: string }) => event.service_id);
    await until(listedServiceIds, (ids) => ids.includes(secondService.id));
    expect(await listedServiceIds()).not.toContain(foreign.serviceId);
    for (const id of [foreignEvents[0].id, (await waitForEvents(1))[0].id])
      expect([id, (await events(`?after=${id}`, { token })).status]).toEqual([id, 422]);
  });

  it('has no events older than 30 days, and cannot continue after them', async () => {
    const partner = await world.createPartnerShop();
    await send(partner.serviceId);
    const [event] = await waitForEvents(1, '', { token: partner.token });
    await world.asOwner(`UPDATE webhook_event SET created_at = created_at - interval '31 days' WHERE id = $1`, [event.id]);
    expect((await events('', { token: partner.token })).body.data).toEqual([]);
    const { status, body } = await events(`?after=${event.id}`, { token: partner.token });
    expect([status, body.errors.after[0]]).toEqual([422, expect.stringContaining('older than 30 days')]);
  });

  it('has no body for events from which personal data was erased', async () => {
    const partner = await world.createPartnerShop();
    await send(partner.serviceId);
    const [event] = await waitForEvents(1, '', { token: partner.token });
    await world.asOwner(`UPDATE webhook_event SET body = '{}', signed_text = '', erased_at = now() WHERE id = $1`, [event.id]);
    expect((await events('', { token: partner.token })).body.data[0].body).toBeNull();
  });

  it.each([
    ['after=x', 'after'],
    ['after=00000000-0000-7000-8000-000000000000', 'after'],
    ['type=nothing', 'type'],
    ['limit=101', 'limit'],
  ])('rejects the query %s', async (query, field) => {
    const { status, body } = await events(`?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});
