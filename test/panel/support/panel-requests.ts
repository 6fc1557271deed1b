import { BusinessClock } from '../../../src/common/time/clocks.js';
import { ProposeService } from '../../../src/platform/ledger/approvals/propose.service.js';
import type { PostingDraft } from '../../../src/platform/ledger/entry-draft.js';
import { Ledger } from '../../../src/platform/ledger/ledger.service.js';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportFileService } from '../../../src/platform/ledger/files/import-file.service.js';
import { DemoPeopleService } from '../../../src/platform/people/demo-people.service.js';
import { readLogo } from '../../../src/platform/partners/brand/logo.js';
import { SetServiceBrand } from '../../../src/platform/partners/brand/set-service-brand.service.js';
import { BlockPartnerService } from '../../../src/platform/partners/block-partner.service.js';
import { CreatePartnerService } from '../../../src/platform/partners/create-partner.service.js';
import { UpdateService } from '../../../src/platform/partners/services/update-service.js';
import { CreateTokenService } from '../../../src/platform/partners/tokens/create-token.service.js';
import { CreateServiceForPayments } from '../../../src/products/payments/services/create-service-for-payments.js';
import { CreateLinkService } from '../../../src/products/payments/links/create-link.service.js';
import { ServiceListQuery } from '../../../src/platform/partners/services/service-list.query.js';
import { CreateSmsService } from '../../../src/products/sms/services/create-sms-service.js';
import { paymentWorld, type PaymentWorld } from '../../payments/support/payment-shop.js';
import { refundShop } from '../../payments/support/refund-shop.js';
import { subscriptionShop, type SubscriptionShop } from '../../payments/support/subscription-shop.js';
import type { Shop } from '../../support/shop.js';
import { SendTestNotificationService } from '../../../src/platform/webhooks/outbox/send-test-notification.service.js';
import { ResendMatchingService } from '../../../src/platform/webhooks/inspection/resend-matching.service.js';
import { nameOf, type Route, routesOf } from '../../support/routes.js';
import type { World } from '../../support/world.js';
import { Authenticator, passkeyOptionsOn } from './authenticator.js';
import type { PanelBrowser } from './panel-browser.js';
import { acceptInvitation, totpCodeOf, createInvitationLink, panelOf, PANEL_URL, PASSWORD, totpSecretOn, signInAs } from './panel-world.js';

/** All routes of the panel, without those of style sheets. */
export const panelRoutes = (world: World): Route[] =>
  routesOf({ get: (provider) => panelOf(world).app.get(provider) }).filter(({ path }) => !path.startsWith('/assets'));

/** A valid request to a route, apart from the rights of the person. */
export interface PanelRouteRequest {
  path: string;
  form?: Record<string, string>;
}

/** Who sends the request. With a `partnerId` all objects in the request belong to this partner. Null: staff send it. */
export interface RequestContext {
  world: World;
  partnerId: string | null;
  browser: PanelBrowser;
}

type MakeCall = (about: RequestContext) => Promise<PanelRouteRequest> | PanelRouteRequest;

const DAY_MS = 24 * 60 * 60_000;
/** Makes names and references unique. */
let counter = 0;
const newEmail = (): string => `made${(counter += 1)}@example.test`;
/** A role with few rights, for the people of a partner or for staff. */
const smallRole = (partnerId: string | null) => (partnerId === null ? ('support' as const) : ('viewer' as const));

async function membershipId(world: World, email: string): Promise<string> {
  const [row] = await world.database.query<{ id: string }[]>(
    'SELECT m.id FROM panel_membership m JOIN panel_user u ON u.id = m.user_id WHERE u.email = $1',
    [email],
  );
  return row?.id ?? '';
}

async function member({ world, partnerId }: RequestContext): Promise<string> {
  const { email } = await signInAs(world, { partnerId, role: smallRole(partnerId), name: `Member ${(counter += 1)}` });
  return membershipId(world, email);
}

async function invitation({ world, partnerId }: RequestContext): Promise<string> {
  const email = newEmail();
  await createInvitationLink(world, { email, partnerId, role: smallRole(partnerId) });
  const [row] = await world.database.query<{ id: string }[]>('SELECT id FROM panel_invitation WHERE email = $1', [email]);
  return row?.id ?? '';
}

/** The form that resends all notifications of a filter. The panel's own page always sends all fields. */
export const resendForm = (filters: Record<string, string>): Record<string, string> => ({
  ...{ q: '', service: '', status: '', type: '', from: '', to: '' },
  ...filters,
});

/** Creates an exhausted notification of a service of the partner; for staff, of any partner. @returns its id. */
export async function createExhaustedNotification(about: Pick<RequestContext, 'world' | 'partnerId'>): Promise<string> {
  const { world } = about;
  const { subjectId } = await world.get(SendTestNotificationService).run(await serviceId(about));
  await world.asOwner(
    "UPDATE webhook_delivery SET status = 'exhausted', next_attempt_at = NULL, lease_until = NULL WHERE subject_id = $1",
    [subjectId],
  );
  await world.asOwner('UPDATE webhook_subject SET unfinished_count = 0 WHERE subject_id = $1', [subjectId]);
  const [row] = await world.database.query<{ id: string }[]>('SELECT event_id AS id FROM webhook_delivery WHERE subject_id = $1', [
    subjectId,
  ]);
  return row?.id ?? '';
}

/** Filters of notifications that match all. */
const EVERYTHING = { serviceId: null, status: null, type: null, about: null, since: null, until: null };

/** The request that adds a passkey. It is also sent before the request that removes a passkey. */
async function newPasskey({ browser }: RequestContext): Promise<PanelRouteRequest> {
  const options = passkeyOptionsOn((await browser.get('/account')).text);
  return { path: '/account/passkeys', form: { name: 'phone', passkey: new Authenticator(PANEL_URL).create(options) } };
}

/**
 * A valid request for each route that changes something or has an id in its path. A new route needs a line here. The route matrix then sends the
 * request as each role, for another partner, without a session and with an expired one.
 */
const CALLS: Readonly<Record<string, MakeCall>> = {
  'POST /sign-in': async ({ world, partnerId }) => {
    const [email, browser] = [newEmail(), await signInAs(world, { partnerId, role: smallRole(partnerId), name: 'Inviter' })];
    const path = await createInvitationLink(world, { email, partnerId, role: smallRole(partnerId) });
    browser.cookie = '';
    const { secret } = await acceptInvitation(browser, path, 'Jan');
    return { path: '/sign-in', form: { email, password: PASSWORD, code: totpCodeOf(secret) } };
  },
  'POST /prove': async (about) => {
    // People of the matrix signed in through a demo link and have no password, so they confirm their identity with a passkey.
    const device = new Authenticator(PANEL_URL);
    const page = (await about.browser.get('/account')).text;
    await about.browser.post('/account/passkeys', { name: 'phone', passkey: device.create(passkeyOptionsOn(page)) });
    return { path: '/prove', form: { passkey: device.get(passkeyOptionsOn((await about.browser.get('/prove')).text)) } };
  },
  'POST /sign-out': () => ({ path: '/sign-out' }),
  'GET /demo/:token': ({ world, partnerId }) => ({ path: demoPath(world, partnerId) }),
  'POST /demo/:token': ({ world, partnerId }) => ({ path: demoPath(world, partnerId) }),
  'GET /invitation/:token': async ({ world, partnerId }) => ({
    path: await createInvitationLink(world, { email: newEmail(), partnerId, role: smallRole(partnerId) }),
  }),
  'POST /invitation/:token': async ({ world, partnerId, browser }) => {
    const path = await createInvitationLink(world, { email: newEmail(), partnerId, role: smallRole(partnerId) });
    const secret = totpSecretOn((await browser.get(path)).text);
    return { path, form: { name: 'Jan', password: PASSWORD, code: totpCodeOf(secret) } };
  },
  'POST /invitation/:token/member': async ({ world, partnerId, browser }) => {
    const [own] = await world.database.query<{ email: string }[]>(
      'SELECT u.email FROM panel_session s JOIN panel_user u ON u.id = s.user_id WHERE s.token_hash = sha256($1)',
      [Buffer.from(browser.cookie.split('=')[1] ?? '')],
    );
    return { path: `${await createInvitationLink(world, { email: own?.email ?? '', partnerId, role: smallRole(partnerId) })}/member` };
  },
  'POST /account/sessions/end': () => ({ path: '/account/sessions/end', form: { session: 'others' } }),
  'POST /account/membership': async ({ world, browser }) => {
    const [own] = await world.database.query<{ id: string }[]>(
      'SELECT membership_id AS id FROM panel_session WHERE token_hash = sha256($1)',
      [Buffer.from(browser.cookie.split('=')[1] ?? '')],
    );
    return { path: '/account/membership', form: { membership: own?.id ?? '' } };
  },
  'POST /account/passkeys': newPasskey,
  'POST /account/passkeys/remove': async (about) => {
    for (let count = 0; count < 2; count += 1) {
      const { path, form } = await newPasskey(about);
      await about.browser.post(path, form);
    }
    const [, id = ''] = /name="id" value="([^"]+)"/.exec((await about.browser.get('/account')).text) ?? [];
    return { path: '/account/passkeys/remove', form: { id } };
  },
  'POST /account/password': async ({ world, browser }) => {
    await world.asOwner(
      `UPDATE panel_user SET password_hash = '$scrypt$', totp_ciphertext = '', totp_key_version = 1
       WHERE id = (SELECT user_id FROM panel_session WHERE token_hash = sha256($1))`,
      [Buffer.from(browser.cookie.split('=')[1] ?? '')],
    );
    return { path: '/account/password', form: { password: 'another long password' } };
  },
  'POST /account/recovery-codes': () => ({ path: '/account/recovery-codes' }),
  'POST /team/invitations': ({ partnerId }) => ({
    path: '/team/invitations',
    form: { email: newEmail(), role: smallRole(partnerId), services: '' },
  }),
  'POST /team/invitations/:id/withdraw': async (about) => ({ path: `/team/invitations/${await invitation(about)}/withdraw` }),
  'POST /team/members/:id/role': async (about) => ({
    path: `/team/members/${await member(about)}/role`,
    form: { role: about.partnerId === null ? 'operations' : 'support' },
  }),
  'POST /team/members/:id/remove': async (about) => ({ path: `/team/members/${await member(about)}/remove` }),
  'GET /transactions/:id': async (about) => ({ path: `/transactions/${(await payment(about)).id}` }),
  'POST /transactions/:id/refunds': async (about) => {
    const { id, number } = await payment(about);
    return { path: `/transactions/${id}/refunds`, form: { amount: '1', reason: 'Order 7', confirm: number, known: '0' } };
  },
  'GET /services/:service': async (about) => ({ path: `/services/${await serviceId(about)}` }),
  'GET /services/:service/logo': async (about) => {
    const [id, logo] = [
      await serviceId(about),
      readLogo(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>')),
    ];
    await about.world.database.transaction((tx) => about.world.get(SetServiceBrand).run(tx, id, { logo }));
    return { path: `/services/${id}/logo` };
  },
  'POST /services/:service/notify-address': async (about) => ({
    path: `/services/${await serviceId(about)}/notify-address`,
    form: { url: `https://shop.example/${(counter += 1)}` },
  }),
  'POST /services/:service/test': async (about) => {
    const id = await serviceId(about);
    await about.world.asOwner("UPDATE service SET notify_url = 'http://127.0.0.1:9/' WHERE id = $1", [id]);
    return { path: `/services/${id}/test` };
  },
  'GET /codes/:service': async (about) => ({ path: `/codes/${await packId(about)}` }),
  'POST /codes/:service': async (about) => ({ path: `/codes/${await packId(about)}`, form: { codes: 'AB12CD', confirmed: 'yes' } }),
  'GET /links/:id': async (about) => ({ path: `/links/${await linkId(about)}` }),
  'GET /links/:id/qr.svg': async (about) => ({ path: `/links/${await linkId(about)}/qr.svg` }),
  'POST /links': async (about) => ({ path: '/links', form: { service: (await paymentShop(about)).serviceId, amount: '12,30' } }),
  'POST /links/:id/disable': async (about) => ({ path: `/links/${await linkId(about)}/disable`, form: { confirmed: 'yes' } }),
  'GET /subscriptions/:id': async (about) => ({ path: `/subscriptions/${await subscriptionId(about)}` }),
  'POST /subscriptions/:id/cancel': async (about) => ({
    path: `/subscriptions/${await subscriptionId(about)}/cancel`,
    form: { confirmed: 'yes', reason: 'moved away' },
  }),
  'POST /keys/:service/reveal': async (about) => ({ path: `/keys/${await serviceId(about)}/reveal` }),
  'POST /keys/:service/rotate': async (about) => ({
    path: `/keys/${await serviceId(about)}/rotate`,
    form: { purpose: 'webhook', overlap: 'day' },
  }),
  'POST /tokens': () => ({ path: '/tokens', form: { name: 'Shop', preset: 'reports', expires: '90', addresses: '' } }),
  'POST /tokens/:id/revoke': async (about) => ({ path: `/tokens/${await tokenId(about)}/revoke` }),
  // Notifications and their signatures.
  'GET /notifications/delivery/:id': async (about) => ({ path: `/notifications/delivery/${await createExhaustedNotification(about)}` }),
  'POST /notifications/delivery/:id/resend': async (about) => ({
    path: `/notifications/delivery/${await createExhaustedNotification(about)}/resend`,
  }),
  'POST /notifications/resend': async (about) => ({
    path: '/notifications/resend',
    form: resendForm({ q: await createExhaustedNotification(about) }),
  }),
  'POST /notifications/endpoints/:serviceId/pause': async (about) => ({ path: `/notifications/endpoints/${await serviceId(about)}/pause` }),
  'POST /notifications/endpoints/:serviceId/resume': async (about) => ({
    path: `/notifications/endpoints/${await serviceId(about)}/resume`,
  }),
  'GET /notifications/resends/:id': async ({ world, partnerId }) => {
    const about = await createExhaustedNotification({ world, partnerId });
    const id = await world.get(ResendMatchingService).begin({ partnerId, serviceIds: null }, { ...EVERYTHING, about });
    return { path: `/notifications/resends/${id}` };
  },
  // Staff only.
  'GET /partners/:id': async ({ world }) => ({ path: `/partners/${(await otherPartner(world)).partnerId}` }),
  'POST /partners/:id/block': async ({ world }) => ({
    path: `/partners/${(await newPartner(world)).id}/block`,
    form: { reason: 'Ticket 4711', confirmed: 'yes' },
  }),
  'POST /partners/:id/unblock': async ({ world }) => {
    const { id } = await newPartner(world);
    await world.get(BlockPartnerService).block(id, 'Ticket 4711');
    return { path: `/partners/${id}/unblock`, form: { reason: 'Ticket 4712' } };
  },
  'POST /partners/:id/owner': async ({ world }) => ({
    path: `/partners/${(await newPartner(world)).id}/owner`,
    form: { email: newEmail() },
  }),
  'GET /verification/:service': async ({ world }) => ({ path: `/verification/${await waitingService(world)}` }),
  'POST /verification/:service': async ({ world }) => ({
    path: `/verification/${await waitingService(world)}`,
    form: { decision: 'verify', reason: 'Ticket 4713' },
  }),
  'GET /held/:id': async (about) => ({ path: `/held/${await heldPayment(about)}` }),
  'POST /held/:id': async (about) => ({ path: `/held/${await heldPayment(about)}`, form: { decision: 'release', reason: 'Ticket 4714' } }),
  // Manual entries of staff.
  'POST /money/payout': async ({ world }) => ({
    path: '/money/payout',
    form: { partner: await partnerWithBalance(world), amount: '1', currency: 'PLN', reference: `TR-${(counter += 1)}`, test: '' },
  }),
  'POST /money/adjustment': () => ({
    path: '/money/adjustment',
    form: {
      ...{ debit: 'platform:rounding', credit: 'platform:liquidity', partner: '', currency: 'PLN', test: '' },
      ...{ amount: '0.03', reference: `A-${(counter += 1)}`, reason: 'Three grosz less' },
    },
  }),
  'POST /money/settlement': async ({ world }) => ({ path: '/money/settlement', form: await settlementForm(world) }),
  'GET /money/proposals/:id': async ({ world }) => ({
    path: `/money/proposals/${await createProposal(world, await createColleague(world))}`,
  }),
  'POST /money/proposals/:id/approve': async ({ world }) => ({
    path: `/money/proposals/${await createProposal(world, await createColleague(world))}/approve`,
  }),
  'POST /money/proposals/:id/refuse': async ({ world }) => ({
    path: `/money/proposals/${await createProposal(world, await createColleague(world))}/refuse`,
    form: { reason: 'Wrong account' },
  }),
  'POST /money/proposals/:id/withdraw': async ({ world, browser }) => ({
    path: `/money/proposals/${await createProposal(world, await userIdOf(world, browser))}/withdraw`,
  }),
  'GET /settlement-files/:id': async ({ world }) => ({ path: `/settlement-files/${await settlementFile(world)}` }),
  'GET /settlement-files/:id/discrepancies.csv': async ({ world }) => ({
    path: `/settlement-files/${await settlementFile(world)}/discrepancies.csv`,
  }),
  'POST /signature': () => ({ path: '/signature', form: { body: '{"id":"1"}', headers: '', computed: '', received: '', service: '' } }),
};

/** Creates a partner without services and people. */
const newPartner = (world: World) => world.get(CreatePartnerService).run({ name: `Partner ${(counter += 1)}` });

/** Creates a service that waits for verification. @returns its id. */
async function waitingService(world: World): Promise<string> {
  const partnerId = (await newPartner(world)).id;
  const { id } = await world.get(CreateServiceForPayments).run({ partnerId, name: 'Books' });
  await world.get(UpdateService).runInTransaction(id, { status: 'service_verify' });
  return id;
}

/** Gives a partner an available balance for a payout. @returns the partner's id. */
async function partnerWithBalance(world: World): Promise<string> {
  const { partnerId } = await otherPartner(world);
  const postings = [
    { account: 'platform:liquidity', currency: 'PLN', amountMinor: 500 },
    { account: 'partner:available', partnerId, currency: 'PLN', amountMinor: -500 },
  ] as const;
  await post(world, { postings, daysAgo: 0 });
  return partnerId;
}

/** Posts a sale of five days ago at a new provider. @returns the form of the settlement of this sale. */
async function settlementForm(world: World): Promise<Record<string, string>> {
  const [provider, { partnerId }] = [`provider-${(counter += 1)}`, await otherPartner(world)];
  const postings = [
    { account: `platform:clearing:${provider}`, currency: 'PLN', amountMinor: 500 },
    { account: 'partner:pending', partnerId, currency: 'PLN', amountMinor: -500 },
  ] as const;
  const at = await post(world, { postings, daysAgo: 5 });
  const day = (days: number): string => new Date(at.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  return { provider, from: day(-1), to: day(1), test: '', sums: 'PLN 500 500', reference: `S-${counter}` };
}

async function post(world: World, { postings, daysAgo }: { postings: readonly PostingDraft[]; daysAgo: number }): Promise<Date> {
  const occurredAt = new Date(world.get(BusinessClock).now().getTime() - daysAgo * DAY_MS);
  const entry = { kind: 'test', reference: `test-${(counter += 1)}`, test: false, occurredAt, postings };
  await world.database.transaction((tx) => world.get(Ledger).post(tx, entry));
  return occurredAt;
}

/** Proposes an adjustment that waits for a second person. @returns its id. */
async function createProposal(world: World, userId: string): Promise<string> {
  const accounts = { debit: 'platform:rounding', credit: 'platform:liquidity', partnerId: null } as const;
  const sum = { currency: 'PLN', amountMinor: 3, test: false, reason: 'Three grosz less' };
  const proposed = { kind: 'adjust', reference: `A-${(counter += 1)}`, ...accounts, ...sum } as const;
  return (await world.get(ProposeService).run({ userId, author: 'Somebody' }, proposed)).id;
}

const createColleague = async (world: World): Promise<string> =>
  userIdOf(world, await signInAs(world, { partnerId: null, role: 'finance', name: `Colleague ${(counter += 1)}` }));

async function userIdOf(world: World, { cookie }: PanelBrowser): Promise<string> {
  const [row] = await world.database.query<{ id: string }[]>('SELECT user_id AS id FROM panel_session WHERE token_hash = sha256($1)', [
    Buffer.from(cookie.split('=')[1] ?? ''),
  ]);
  return row?.id ?? '';
}

/** @returns the id of a service of the partner; for staff, of any partner. */
async function serviceId({ world, partnerId }: Pick<RequestContext, 'world' | 'partnerId'>): Promise<string> {
  const ownerId = partnerId ?? (await otherPartner(world)).partnerId;
  const [row] = await world.database.query<{ id: string }[]>('SELECT id FROM service WHERE partner_id = $1 ORDER BY id LIMIT 1', [ownerId]);
  return row?.id ?? '';
}

/** By world: the partner whose objects are in requests of staff. The partner's people send no requests. */
const partners = new WeakMap<World, Promise<Shop>>();
function otherPartner(world: World): Promise<Shop> {
  const partner = partners.get(world) ?? world.createPartnerShop({ silent: true });
  partners.set(world, partner);
  return partner;
}

/** Creates an SMS service with a code pack. @returns its id. */
async function packId({ world, partnerId }: RequestContext): Promise<string> {
  const ownerId = partnerId ?? (await otherPartner(world)).partnerId;
  const setup = { type: 'CODE_PACK', prefix: 'TC', suffix: `P${(counter += 1)}`, numbers: [7055] } as const;
  return (await world.get(CreateSmsService).run({ partnerId: ownerId, name: 'Codes', ...setup })).id;
}

/** @returns the id of an active subscription at a payment service of the partner. Reuses the latest one while it is active. */
async function subscriptionId(about: RequestContext): Promise<string> {
  const ownerId = about.partnerId ?? (await otherPartner(about.world)).partnerId;
  const { statesWithAlias, createActive } = await paymentShop(about);
  const latest = latestSubscriptions.get(ownerId);
  if (latest !== undefined && (await statesWithAlias(latest))[0] === 'active') return latest;
  const { id } = await createActive();
  latestSubscriptions.set(ownerId, id);
  return id;
}
/** The id of the latest subscription, by partner. */
const latestSubscriptions = new Map<string, string>();

/** Creates an active payment link of a payment service of the partner. @returns its id. */
async function linkId(about: RequestContext): Promise<string> {
  const { serviceId: service } = await paymentShop(about);
  return (await about.world.get(CreateLinkService).run(await about.world.get(ServiceListQuery).getService(service), { amount: 12.3 })).id;
}

/** A payment service of the partner with the fake acquirer. */
async function paymentShop({ world, partnerId }: RequestContext): Promise<SubscriptionShop> {
  const ownerId = partnerId ?? (await otherPartner(world)).partnerId;
  const shops = subscriptionShops.get(world) ?? { payments: paymentWorld(world), byPartner: new Map<string, Promise<SubscriptionShop>>() };
  subscriptionShops.set(world, shops);
  const shop = shops.byPartner.get(ownerId) ?? openSubscriptionShop(world, shops.payments, ownerId);
  shops.byPartner.set(ownerId, shop);
  return shop;
}
const subscriptionShops = new WeakMap<World, { payments: PaymentWorld; byPartner: Map<string, Promise<SubscriptionShop>> }>();

async function openSubscriptionShop(world: World, payments: PaymentWorld, partnerId: string): Promise<SubscriptionShop> {
  const { token } = await world.get(CreateTokenService).run({ partnerId, name: 'Shop', abilities: ['*'] });
  const shop = { partnerId, token, receiver: { url: 'http://127.0.0.1:9' } } as Shop;
  return subscriptionShop(payments, { shop });
}

async function tokenId({ world, partnerId }: RequestContext): Promise<string> {
  const ownerId = partnerId ?? (await otherPartner(world)).partnerId;
  return (await world.get(CreateTokenService).run({ partnerId: ownerId, name: 'Till', abilities: ['events'] })).id;
}

/** Imports a settlement file of an operator with a line that is missing in the ledger. @returns its id. */
async function settlementFile(world: World): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'settlement-'));
  const path = join(folder, `file-${(counter += 1)}.csv`);
  await writeFile(path, `reference,amount\nunknown-${counter},12.30\n`);
  const format = {
    delimiter: ',',
    decimal: '.',
    referenceColumn: 'reference',
    amountColumn: 'amount',
    currencyColumn: null,
    currency: 'PLN',
  } as const;
  const period = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-04-01T00:00:00Z') };
  const { id } = await world.get(ImportFileService).run({ path, format, provider: 'orange', ...period, test: false, author: 'Anna' });
  await rm(folder, { recursive: true });
  return id;
}

/** Makes a payment that the velocity rule holds, because the payer has paid more often than the limit allows. @returns its id. */
async function heldPayment(about: RequestContext): Promise<string> {
  const refunds = refundShop(about.world, await paymentShop(about));
  const antifraud = { systemId: `user ${(counter += 1)}` };
  await refunds.createPaidTransaction({ amount: 20, antifraud });
  return refunds.createPaidTransaction({ amount: 20, antifraud });
}

/** Makes a paid payment of the partner; for staff, of another partner. `number` is the payer's number of the payment. */
async function payment(about: RequestContext): Promise<{ id: string; number: string }> {
  const { world } = about;
  const id = await refundShop(world, await paymentShop(about)).createPaidTransaction({ amount: 20 });
  const [row] = await world.database.query<{ number: string }[]>(
    'SELECT payer_transaction_id AS number FROM payment_transaction WHERE id = $1',
    [id],
  );
  return { id, number: row?.number ?? '' };
}

const demoPath = (world: World, partnerId: string | null): string =>
  world.get(DemoPeopleService).add({ name: 'Demo', email: newEmail(), partnerId, role: smallRole(partnerId) });

/** @throws Error for a route without a request in `CALLS`. */
export async function validRequestOf(route: Route, about: RequestContext): Promise<PanelRouteRequest> {
  const make = CALLS[nameOf(route)];
  if (make) return make(about);
  if (route.method === 'GET' && !route.path.includes(':')) return { path: route.path };
  throw new Error(`Add a request for ${nameOf(route)} to CALLS in test/panel/support/panel-requests.ts`);
}
