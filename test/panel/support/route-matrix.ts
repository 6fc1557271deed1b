import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { grants } from '../../../src/platform/access/ability.js';
import { abilitiesOf, PARTNER_ROLES, type PanelRole, STAFF_ROLES } from '../../../src/platform/people/roles.js';
import type { Shop } from '../../support/shop.js';
import { nameOf, type Route } from '../../support/routes.js';
import type { World } from '../../support/world.js';
import type { PanelResponse, PanelBrowser } from './panel-browser.js';
import { validRequestOf, type PanelRouteRequest, panelRoutes } from './panel-requests.js';
import { readLatestAudit, newPanelBrowser, signInAs, startPanelWorld } from './panel-world.js';

const PARTNER_ROLE_NAMES = Object.keys(PARTNER_ROLES) as PanelRole[];
const STAFF_ROLE_NAMES = Object.keys(STAFF_ROLES) as PanelRole[];
const ROLES: [string, PanelRole, boolean][] = [
  ...PARTNER_ROLE_NAMES.map((role): [string, PanelRole, boolean] => [`a partner’s ${role}`, role, false]),
  ...STAFF_ROLE_NAMES.map((role): [string, PanelRole, boolean] => [`staff’s ${role}`, role, true]),
];

const send = (browser: PanelBrowser, { method }: Route, { path, form }: PanelRouteRequest): Promise<PanelResponse> =>
  method === 'POST' ? browser.post(path, form) : browser.get(path);

const isAccepted = ({ status, location }: PanelResponse): boolean =>
  status === 200 || (status === 303 && !/^\/(sign-in|prove)\?/.test(location));

export const requiresSignIn = (route: Route): route is Route & { need: NonNullable<Route['need']> } => route.need !== null;

/** Whether the path of a route contains the id of an object of a partner. */
export const hasObjectId = ({ path }: Route): boolean => /:(?!token)/.test(path);

/** Whether only staff may use the route. The owner of a partner has all abilities that partners' people can have. */
export const isStaffOnly = ({ need }: Route): boolean =>
  need !== null && !grants(PARTNER_ROLES.owner, need.ability) && grants(STAFF_ROLES.admin, need.ability);

/** Tests routes: as each role, for objects of another partner, without a session, with an expired session, and from other sites. */
export function describeRoutes(which: string, choose: (routes: Route[]) => Route[]): void {
  let world: World;
  let [own, foreign]: Shop[] = [];
  let routes: Route[];
  beforeAll(async () => {
    world = await startPanelWorld();
    [own, foreign] = [await world.createPartnerShop({ silent: true }), await world.createPartnerShop({ silent: true })];
    for (const shop of [own, foreign]) await shop.create({ control: `control of ${shop.serviceId}` });
    routes = choose(panelRoutes(world));
  });
  afterAll(() => world.stop());
  beforeEach(() => world.asOwner('DELETE FROM rate_limit'));

  let visits = 0;
  const visitorOf = (role: PanelRole, partnerId: string | null): Promise<PanelBrowser> =>
    signInAs(world, { partnerId, role, name: `Visitor ${(visits += 1)}` });

  /** A signed-in person who may use the route, and the person's partner. */
  const authorizedVisitor = async (route: Route): Promise<{ browser: PanelBrowser; partnerId: string | null }> => {
    const partnerId = isStaffOnly(route) ? null : own!.partnerId;
    return { partnerId, browser: await visitorOf(isStaffOnly(route) ? 'admin' : 'owner', partnerId) };
  };

  const protectedRoutes = () => routes.filter(requiresSignIn);
  const posts = (): Route[] => routes.filter(({ method }) => method === 'POST');

  describe(`${which} of the panel`, () => {
    it.each(ROLES)('allows %s only what the role permits', async (_, role, isStaff) => {
      const partnerId = isStaff ? null : own!.partnerId;
      const failures: string[] = [];
      for (const route of protectedRoutes()) {
        const browser = await visitorOf(role, partnerId);
        const call = await validRequestOf(route, { world, partnerId, browser });
        const before = await readLatestAudit(world);
        const response = await send(browser, route, call);
        const isAllowed = grants(abilitiesOf(partnerId, role), route.need.ability);
        if (isAllowed ? !isAccepted(response) : response.status !== 403) failures.push(`${nameOf(route)}: ${response.status}`);
        if (!isAllowed && (await readLatestAudit(world)).count !== before.count) failures.push(`${nameOf(route)} changed something`);
      }
      expect(failures).toEqual([]);
    });

    it('redirects a visitor without a session, or with an expired session, to the sign-in page and changes nothing', async () => {
      const failures: string[] = [];
      for (const route of protectedRoutes()) {
        const { browser, partnerId } = await authorizedVisitor(route);
        const call = await validRequestOf(route, { world, partnerId, browser });
        const before = await readLatestAudit(world);
        const expired = newPanelBrowser(world);
        expired.cookie = browser.cookie;
        await world.asOwner(
          "UPDATE panel_session SET began_at = began_at - interval '13 hours', authenticated_at = authenticated_at - interval '13 hours' WHERE token_hash = sha256($1)",
          [Buffer.from(browser.cookie.split('=')[1] ?? '')],
        );
        for (const visitor of [expired, newPanelBrowser(world)]) {
          const { status, location } = await send(visitor, route, call);
          if (status !== 303 || !location.startsWith('/sign-in?next=')) failures.push(`${nameOf(route)}: ${status} ${location}`);
        }
        if ((await readLatestAudit(world)).count !== before.count) failures.push(`${nameOf(route)} changed something`);
      }
      expect(failures).toEqual([]);
    });

    it('requires the identity again after five minutes only for routes that are declared as fresh', async () => {
      const failures: string[] = [];
      for (const route of protectedRoutes()) {
        const { browser, partnerId } = await authorizedVisitor(route);
        const call = await validRequestOf(route, { world, partnerId, browser });
        await world.asOwner(
          "UPDATE panel_session SET began_at = began_at - interval '6 minutes', authenticated_at = authenticated_at - interval '6 minutes'",
        );
        const response = await send(browser, route, call);
        const mustSignInAgain = response.status === 303 && response.location.startsWith('/prove?');
        if (mustSignInAgain !== route.need.fresh) failures.push(`${nameOf(route)}: ${response.status} ${response.location}`);
      }
      expect(failures).toEqual([]);
    });

    it('responds 404 to the id of an object of another partner and changes nothing', async () => {
      const routesWithId = protectedRoutes().filter((route) => hasObjectId(route) && !isStaffOnly(route));
      const failures: string[] = [];
      for (const route of routesWithId) {
        for (const otherPartnerId of [foreign!.partnerId, null]) {
          const browser = await visitorOf('owner', own!.partnerId);
          const call = await validRequestOf(route, { world, partnerId: otherPartnerId, browser });
          const before = await readLatestAudit(world);
          const { status } = await send(browser, route, {
            ...call,
            ...(call.form && { form: { ...call.form, ...(call.form['role'] && { role: 'viewer' }) } }),
          });
          if (status !== 404 || (await readLatestAudit(world)).count !== before.count) failures.push(`${nameOf(route)}: ${status}`);
        }
      }
      expect(failures).toEqual([]);
    });

    it('shows no data of another partner, of a service without access, and no secret', async () => {
      const [row] = await world.database.query<{ id: string }[]>('SELECT id FROM direct_billing_transaction WHERE service_id = $1', [
        foreign!.serviceId,
      ]);
      const foreignId = row?.id ?? '';
      const secrets = [await own!.ipnKey(), await foreign!.ipnKey(), own!.token];
      const searches = [foreignId, foreign!.serviceId, `control of ${foreign!.serviceId}`, '12.30', ''].flatMap((q) => [
        `q=${encodeURIComponent(q)}`,
        `q=${encodeURIComponent(q)}&service=${foreign!.serviceId}`,
      ]);
      const pages = protectedRoutes().filter(({ method, path }) => method === 'GET' && !path.includes(':'));
      const limited = await visitorOf('owner', own!.partnerId);
      await world.asOwner(
        "UPDATE panel_membership SET service_ids = '{00000000}' WHERE id = (SELECT membership_id FROM panel_session WHERE token_hash = sha256($1))",
        [Buffer.from(limited.cookie.split('=')[1] ?? '')],
      );
      const unlimited = await visitorOf('owner', own!.partnerId);
      for (const { path } of pages)
        for (const query of searches) {
          const text = (await unlimited.get(`${path}?${query}`)).text.replaceAll(query, '').replace(/<input[^>]*>|href="[^"]*"/g, '');
          for (const hidden of [foreignId, foreign!.serviceId, foreign!.partnerId, ...secrets]) expect(text).not.toContain(hidden);
          const limitedText = (await limited.get(`${path}?${query}`)).text.replace(/<input[^>]*>|href="[^"]*"/g, '');
          expect(limitedText).not.toContain(own!.serviceId);
          expect(limitedText).not.toContain(`control of ${own!.serviceId}`);
        }
      expect((await unlimited.get('/transactions')).text).toContain(`control of ${own!.serviceId}`);
    });
  });

  describe(`each form of ${which} of the panel`, () => {
    it('writes exactly one audit entry, with the person', async () => {
      const failures: string[] = [];
      for (const route of posts()) {
        const { browser, partnerId } = await authorizedVisitor(route);
        const call = await validRequestOf(route, { world, partnerId, browser });
        const before = await readLatestAudit(world);
        const response = await send(browser, route, call);
        const { count, latest } = await readLatestAudit(world);
        if (!isAccepted(response) && response.location !== '/sign-in') failures.push(`${nameOf(route)}: ${response.status}`);
        if (count !== before.count + 1) failures.push(`${nameOf(route)}: ${count - before.count} rows`);
        if (!/ \(\S+@example\.test\)$/.test(latest?.author ?? '')) failures.push(`${nameOf(route)}: by ${latest?.author}`);
      }
      expect(failures).toEqual([]);
    });

    it.each([
      ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
      ['another host of the same company', { 'Sec-Fetch-Site': 'same-site' }],
      ['an old browser on another site', { Origin: 'https://evil.example' }],
      ['a page without an origin', { Origin: 'null' }],
      ['a program without these headers', {}],
    ] as [string, Record<string, string>][])('is rejected from %s', async (_, headers) => {
      const failures: string[] = [];
      for (const route of posts()) {
        const { browser, partnerId } = await authorizedVisitor(route);
        const call = await validRequestOf(route, { world, partnerId, browser });
        const before = await readLatestAudit(world);
        const { status } = await browser.post(call.path, call.form, headers);
        if (status !== 403 || (await readLatestAudit(world)).count !== before.count) failures.push(`${nameOf(route)}: ${status}`);
      }
      expect(failures).toEqual([]);
    });

    it('is accepted from an old browser with the token of the session’s pages', async () => {
      const browser = await visitorOf('viewer', own!.partnerId);
      const [, token = ''] = /name="form_token" value="([^"]+)"/.exec((await browser.get('/account')).text) ?? [];
      expect((await browser.post('/account/recovery-codes', { form_token: `${token.slice(0, -1)}-` }, {})).status).toBe(403);
      expect((await browser.post('/account/recovery-codes', { form_token: token }, {})).status).toBe(200);
    });
  });
}
