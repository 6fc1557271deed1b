import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { ServiceKeys } from '../../src/platform/partners/keys/service-keys.js';
import { signedBody } from '../../src/platform/webhooks/delivery/body-signature.js';
import { standardWebhookHeaders } from '../../src/platform/webhooks/delivery/signed-notification.js';
import { WakeDueEndpointsService } from '../../src/platform/webhooks/delivery/wake-due-endpoints.service.js';
import { SendTestNotificationService } from '../../src/platform/webhooks/outbox/send-test-notification.service.js';
import type { Shop } from '../support/shop.js';
import type { World } from '../support/world.js';
import type { PanelBrowser } from './support/panel-browser.js';
import { until } from '../support/until.js';
import { createExhaustedNotification, resendForm } from './support/panel-requests.js';
import { readLatestAudit, signInAs, startPanelWorld } from './support/panel-world.js';

let world: World;
let [own, foreign]: Shop[] = [];
let developer: PanelBrowser;
beforeAll(async () => {
  world = await startPanelWorld({ ROLE: 'all' });
  [own, foreign] = [await world.createPartnerShop(), await world.createPartnerShop({ silent: true })];
  developer = await signInAs(world, { partnerId: own.partnerId, role: 'developer' });
});
afterAll(() => world.stop());

/** Sends a test notification. @returns its id, body and headers as the partner's program receives them. */
async function sendTestNotification(shop: Shop, sentAt = new Date()): Promise<{ id: string; body: string; headers: string }> {
  const { subjectId } = await world.get(SendTestNotificationService).run(shop.serviceId);
  const [event] = await world.database.query<{ id: string; json: string; signedText: string }[]>(
    'SELECT id, body AS json, signed_text AS "signedText" FROM webhook_event WHERE subject_id = $1',
    [subjectId],
  );
  const { bodyKey, webhookSecrets } = await world.get(ServiceKeys).signingKeys(shop.serviceId);
  const body = signedBody(event!, bodyKey);
  const headers = Object.entries(standardWebhookHeaders(event!.id, sentAt, body, webhookSecrets));
  return { id: event!.id, body, headers: headers.map(([name, value]) => `${name}: ${value}`).join('\n') };
}

const verdictOn = (page: string): string => /<h2 id="found">([^<]*)<\/h2>/.exec(page)?.[1] ?? '';

describe('the signature check', () => {
  it('accepts a correct notification and shows the order of the fields and the signed text, but no key', async () => {
    const { body, headers } = await sendTestNotification(own!);
    const { status, text } = await developer.post('/signature', { body, headers });
    expect(status).toBe(200);
    expect(verdictOn(text)).toBe('The notification is signed, and nothing was changed on its way.');
    expect(text).toContain('type, notification_id, date, data.service_id, data.nonce');
    for (const { secret } of await world.get(ServiceKeys).readValidKeys(own!.serviceId)) expect(text).not.toContain(secret);
  });

  it('compares the input with the sent notification, and names the cause and the code to change', async () => {
    const { body, headers } = await sendTestNotification(own!);
    const spaced = await developer.post('/signature', { body: JSON.stringify(JSON.parse(body), null, 2), headers });
    expect(verdictOn(spaced.text)).toMatch(/^The body was written again: it has white space/);
    expect(spaced.text).toContain('express.raw()');
    const changed = await developer.post('/signature', { body: body.replace('ipn:test', 'ipn:best'), headers });
    expect(verdictOn(changed.text)).toContain('type was sent as “ipn:test” and is “ipn:best” now');
    const marked = await developer.post('/signature', { body: `\uFEFF${body}`, headers });
    expect(verdictOn(marked.text)).toBe('The body begins with a byte order mark.');
  });

  it('never uses keys of another partner or of a service that the person may not see', async () => {
    const { body, headers } = await sendTestNotification(foreign!);
    const { text } = await developer.post('/signature', { body, headers, service: foreign!.serviceId });
    expect(verdictOn(text)).toBe('The gateway has no key with which it may be signed.');
    const limited = await signInAs(world, { partnerId: own!.partnerId, role: 'developer', name: 'Limited' });
    await world.asOwner(
      "UPDATE panel_membership SET service_ids = '{00000000}' WHERE id = (SELECT membership_id FROM panel_session WHERE token_hash = sha256($1))",
      [Buffer.from(limited.cookie.split('=')[1] ?? '')],
    );
    const ownNotification = await sendTestNotification(own!);
    expect(verdictOn((await limited.post('/signature', ownNotification)).text)).toBe('The gateway has no key with which it may be signed.');
    const staff = await signInAs(world, { partnerId: null, role: 'support' });
    expect(verdictOn((await staff.post('/signature', { body, headers })).text)).toMatch(/nothing was changed/);
  });

  it.each([
    ['2026-11-21 14:05:09', 60],
    ['2026-11-21T14:06', 61],
    ['2026-11-21 14:05:09,123', 60],
    ['2026-11-21T13:05:09.123Z', 60],
    ['2026-11-21 13:05:09.123456+00:00', 60],
    ['2026-11-21T15:05:09+01:00', 120],
  ])(
    'reads the time of receipt %s, as the page or a program prints it, and compares it with the time of sending',
    async (received, minutes) => {
      const { body, headers } = await sendTestNotification(own!, new Date('2026-11-21T12:05:09Z'));
      const { status, text } = await developer.post('/signature', { body, headers, received });
      expect([status, text.includes('<dd class="number">2026-11-21 13:05:09</dd>')]).toEqual([200, true]);
      expect(/differs by (\d+) minutes/.exec(text)?.[1]).toBe(String(minutes));
    },
  );

  it.each([
    [
      'en',
      '21/Nov/2026:13:05:09 +0100',
      'The time of receipt is not a valid date and time. Enter one such as 2026-11-21 13:05:09 or 2026-11-21T13:05:09+01:00.',
    ],
    ['en', '2026-11-21', 'The time of receipt is not a valid date and time.'],
    ['en', '2026-10-25 02:30:00', 'Enter 2026-10-25T02:30:00+02:00 or 2026-10-25T02:30:00+01:00.'],
    ['en', '2026-03-29T02:30', 'The time of receipt does not exist in Europe/\u200bWarsaw, because clocks are changed.'],
    [
      'pl',
      'wczoraj',
      'Czas odebrania nie jest poprawną datą z godziną. Wpisz na przykład 2026-11-21 13:05:09 albo 2026-11-21T13:05:09+01:00.',
    ],
    ['pl', '2026-10-25 02:30:00', 'Wpisz 2026-10-25T02:30:00+02:00 albo 2026-10-25T02:30:00+01:00.'],
    ['pl', '2026-03-29T02:30', 'Takiego czasu odebrania nie ma w strefie Europe/\u200bWarsaw z powodu zmiany czasu.'],
  ])('shows in %s what is wrong with the time of receipt %s, keeps the input and checks nothing', async (language, received, problem) => {
    const before = await readLatestAudit(world);
    const input = { body: 'the body', headers: 'the headers', computed: 'the signature', service: own!.serviceId, received };
    const { status, text } = await developer.post(`/signature?lang=${language}`, input);
    expect([status, verdictOn(text), (await readLatestAudit(world)).count]).toEqual([422, '', before.count]);
    expect(/<p class="notice error" role="alert">([^<]*)<\/p>/.exec(text)?.[1]).toContain(problem);
    expect(/<input [^>]*aria-invalid[^>]*>/.exec(text)?.[0]).toContain('id="received"');
    const shown = ['>the body<', '>the headers<', 'value="the signature"', `value="${own!.serviceId}" selected`, `value="${received}"`];
    expect(shown.filter((part) => !text.includes(part))).toEqual([]);
  });

  it('responds to any pasted text, and writes an audit entry each time', async () => {
    const before = await readLatestAudit(world);
    expect(verdictOn((await developer.post('/signature', { body: '' })).text)).toBe('There is no body.');
    expect(verdictOn((await developer.post('/signature', { body: '<script>alert(1)</script>' })).text)).toBe('The text is not JSON.');
    expect(verdictOn((await developer.post('/signature', { body: 'x'.repeat(300_000) })).text)).toBe(
      'The text is longer than any notification.',
    );
    expect((await readLatestAudit(world)).count).toBe(before.count + 3);
    const large = await developer.post('/signature', { body: 'x'.repeat(2 << 20) });
    expect([large.status, large.text.includes('<h1>Too large</h1>')]).toEqual([413, true]);
  });
});

const idsOn = (page: string): string[] => [...page.matchAll(/href="\/notifications\/delivery\/([0-9a-f-]{36})"/g)].map(([, id = '']) => id);
const statusOf = async (id: string): Promise<string | undefined> =>
  (await world.database.query<{ status: string }[]>('SELECT status FROM webhook_delivery WHERE event_id = $1', [id]))[0]?.status;
const waitUntilAcknowledged = (id: string): Promise<unknown> =>
  until(
    () => statusOf(id),
    (status) => status === 'acknowledged',
  );

describe('the list of notifications', () => {
  it('is filtered by the query string, and its CSV has the same rows', async () => {
    const [earlier, later] = [(await sendTestNotification(own!)).id, (await sendTestNotification(own!)).id];
    await waitUntilAcknowledged(later);
    const listedIds = async (query: Record<string, string>): Promise<string[]> =>
      idsOn((await developer.get(`/notifications?${new URLSearchParams(query).toString()}`)).text);
    expect((await listedIds({})).slice(0, 2)).toEqual([later, earlier]);
    expect(await listedIds({ q: earlier })).toEqual([earlier]);
    const [subject] = await world.database.query<{ id: string }[]>('SELECT subject_id AS id FROM webhook_event WHERE id = $1', [later]);
    expect(await listedIds({ q: subject?.id ?? '' })).toEqual([later]);
    expect(await listedIds({ type: 'ipn:test', status: 'acknowledged' })).toContain(later);
    expect(await listedIds({ type: 'nothing' })).toEqual([]);
    expect(await listedIds({ status: 'exhausted' })).toEqual([]);
    expect(await listedIds({ from: '2001-01-01', to: '2001-12-31' })).toEqual([]);
    expect(await listedIds({ from: '2001-01-01' })).toEqual(await listedIds({}));
    expect(await listedIds({ service: foreign!.serviceId })).toEqual([]);
    const rows = parse<Record<string, string>>((await developer.get('/notifications.csv?type=ipn:test')).text, { columns: true });
    expect(rows.map(({ id }) => id)).toEqual(await listedIds({ type: 'ipn:test' }));
    expect(rows.find(({ id }) => id === later)).toMatchObject({ status: 'acknowledged', http_status: '200' });
  });

  it('has each notification once across its pages', async () => {
    for (let count = 0; count < 55; count += 1) await world.get(SendTestNotificationService).run(own!.serviceId);
    const allIds: string[] = [];
    for (let path = '/notifications?type=ipn:test'; path !== '';) {
      const { text } = await developer.get(path);
      allIds.push(...idsOn(text));
      path = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    }
    const [all] = await world.database.query<{ n: number }[]>('SELECT count(*)::int AS n FROM webhook_delivery WHERE service_id = $1', [
      own!.serviceId,
    ]);
    expect([allIds.length, new Set(allIds).size]).toEqual([all?.n, all?.n]);
  });
});

describe('the page of one notification', () => {
  it('shows the exact request and the response of each delivery attempt', async () => {
    const before = own!.receiver.requests.length;
    const { id } = await sendTestNotification(own!);
    await waitUntilAcknowledged(id);
    const { text } = await developer.get(`/notifications/delivery/${id}`);
    const request = own!.receiver.requests.slice(before).find(({ headers }) => headers['webhook-id'] === id)!;
    const unescaped = text.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&#39;', "'");
    expect(unescaped).toContain(request.body);
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'content-type'])
      expect(unescaped).toContain(`${name}: ${String(request.headers[name])}`);
    expect(unescaped).toContain('HTTP 200');
    expect(unescaped).toMatch(/\d+ ms</);
  });

  it('resends the notification for people with that right, and the audit names the person', async () => {
    const id = await createExhaustedNotification({ world, partnerId: own!.partnerId });
    const viewer = await signInAs(world, { partnerId: own!.partnerId, role: 'viewer' });
    expect((await viewer.post(`/notifications/delivery/${id}/resend`)).status).toBe(403);
    expect(await statusOf(id)).toBe('exhausted');
    const before = await readLatestAudit(world);
    expect((await developer.post(`/notifications/delivery/${id}/resend`)).location).toBe(`/notifications/delivery/${id}`);
    await waitUntilAcknowledged(id);
    const { count, latest } = await readLatestAudit(world);
    expect([count, latest?.action, latest?.author]).toEqual([
      before.count + 1,
      'delivery.resend',
      `Test developer (${(developer as { email?: string }).email})`,
    ]);
  });
});

describe('resending all notifications of a filter', () => {
  it('shows their number first, then resends them in the background, without those of other partners', async () => {
    const ownIds = [
      await createExhaustedNotification({ world, partnerId: own!.partnerId }),
      await createExhaustedNotification({ world, partnerId: own!.partnerId }),
    ];
    const foreignId = await createExhaustedNotification({ world, partnerId: foreign!.partnerId });
    const page = await developer.get('/notifications/resend?status=exhausted');
    expect(page.text).toContain('Resend: 2');
    expect(await Promise.all(ownIds.map(statusOf))).toEqual(['exhausted', 'exhausted']);
    const before = await readLatestAudit(world);
    const { location } = await developer.post('/notifications/resend', resendForm({ status: 'exhausted' }));
    expect(location).toMatch(/^\/notifications\/resends\//);
    for (const id of ownIds) await waitUntilAcknowledged(id);
    await until(
      async () => (await developer.get(location)).text,
      (text) => text.includes('All notifications were processed'),
    );
    expect(await statusOf(foreignId)).toBe('exhausted');
    expect((await readLatestAudit(world)).count).toBe(before.count + 1);
    const stranger = await signInAs(world, { partnerId: foreign!.partnerId, role: 'owner' });
    expect((await stranger.get(location)).status).toBe(404);
  });

  it('finds no notifications of another partner’s service', async () => {
    const foreignId = await createExhaustedNotification({ world, partnerId: foreign!.partnerId });
    for (const fields of [{ service: foreign!.serviceId }, { q: foreignId }] as Record<string, string>[]) {
      const { status, text } = await developer.post('/notifications/resend', resendForm(fields));
      expect([status, text.includes('No matching notification')]).toEqual([200, true]);
    }
    expect(await statusOf(foreignId)).toBe('exhausted');
  });
});

describe('endpoints', () => {
  it('are shown as failing only to their own partner', async () => {
    await world.asOwner(
      "INSERT INTO webhook_endpoint (service_id, first_failure_at, last_failure_at, failed_tries, paused_at, next_probe_at) VALUES ($1, now(), now(), 12, now(), now() + interval '1 hour')",
      [foreign!.serviceId],
    );
    const stranger = await signInAs(world, { partnerId: foreign!.partnerId, role: 'owner' });
    expect((await stranger.get('/notifications')).text).toContain('<span class="badge bad">paused</span>');
    expect((await developer.get('/notifications')).text).not.toContain('<span class="badge bad">paused</span>');
  });

  it('get no notifications while they are paused, and all pending notifications after they are resumed', async () => {
    await waitUntilAcknowledged((await sendTestNotification(own!)).id);
    const before = await readLatestAudit(world);
    expect((await developer.post(`/notifications/endpoints/${own!.serviceId}/pause`)).status).toBe(303);
    const { id } = await sendTestNotification(own!);
    const resentId = await createExhaustedNotification({ world, partnerId: own!.partnerId });
    await developer.post(`/notifications/delivery/${resentId}/resend`); // a resend would send to an endpoint that is paused because of failures
    expect((await developer.get('/notifications')).text).toContain('<span class="badge wait">paused manually</span>');
    await world.get(WakeDueEndpointsService).run();
    expect([await statusOf(id), await statusOf(resentId)]).toEqual(['pending', 'pending']);
    const [attempts] = await world.database.query<{ n: number }[]>('SELECT count(*)::int AS n FROM webhook_attempt WHERE event_id = $1', [
      id,
    ]);
    expect(attempts?.n).toBe(0);
    await developer.post(`/notifications/endpoints/${own!.serviceId}/resume`);
    await waitUntilAcknowledged(id);
    await waitUntilAcknowledged(resentId);
    expect((await readLatestAudit(world)).count).toBe(before.count + 3);
    const stranger = await signInAs(world, { partnerId: foreign!.partnerId, role: 'owner' });
    expect((await stranger.post(`/notifications/endpoints/${own!.serviceId}/pause`)).status).toBe(404);
  });
});
