import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { grants } from '../../../src/platform/access/ability.js';
import { abilitiesOf, PARTNER_ROLES, type PanelRole, STAFF_ROLES } from '../../../src/platform/people/roles.js';
import type { Shop } from '../../support/shop.js';
import { nameOf, type Route } from '../../support/routes.js';
import type { World } from '../../support/world.js';
import type { PanelResponse, PanelBrowser } from './panel-browser.js';
import { callOf, type PanelCall, panelRoutes } from './panel-requests.js';
import { auditOf, browserOf, signedIn, startPanelWorld } from './panel-world.js';

const OF_PARTNER = Object.keys(PARTNER_ROLES) as PanelRole[];
const OF_STAFF = Object.keys(STAFF_ROLES) as PanelRole[];
const ROLES: [string, PanelRole, boolean][] = [
  ...OF_PARTNER.map((role): [string, PanelRole, boolean] => [`a partner’s ${role}`, role, false]),
  ...OF_STAFF.map((role): [string, PanelRole, boolean] => [`staff’s ${role}`, role, true]),
];

const send = (browser: PanelBrowser, { method }: Route, { path, form }: PanelCall): Promise<PanelResponse> =>
  method === 'POST' ? browser.post(path, form) : browser.get(path);

const isLetIn = ({ status, location }: PanelResponse): boolean =>
  status === 200 || (status === 303 && !/^\/(sign-in|prove)\?/.test(location));

export const needsPerson = (route: Route): route is Route & { need: NonNullable<Route['need']> } => route.need !== null;

/** Whether the path of a route contains the id of an object of a partner. */
export const namesThing = ({ path }: Route): boolean => /:(?!token)/.test(path);

/** Whether only staff may use the route. The owner of a partner has all abilities that partners' people can have. */
export const isOfStaff = ({ need }: Route): boolean =>
  need !== null && !grants(PARTNER_ROLES.owner, need.ability) && grants(STAFF_ROLES.admin, need.ability);

/** Sends requests to routes as each role, for another partner, without a session, with an expired one, and from other sites. */
export function describeRoutes(which: string, choose: (routes: Route[]) => Route[]): void {
  let world: World;
  let [own, foreign]: Shop[] = [];
  let routes: Route[];
  beforeAll(async () => {
    world = await startPanelWorld();
    [own, foreign] = [await world.partner({ silent: true }), await world.partner({ silent: true })];
    for (const shop of [own, foreign]) await shop.create({ control: `control of ${shop.serviceId}` });
    routes = choose(panelRoutes(world));
  });
  afterAll(() => world.stop());
  beforeEach(() => world.asOwner('DELETE FROM rate_limit'));

  let visits = 0;
  const visitorOf = (role: PanelRole, partnerId: string | null): Promise<PanelBrowser> =>
    signedIn(world, { partnerId, role, name: `Visitor ${(visits += 1)}` });

  /** A signed-in person who may use the route, and the person's partner. */
  const mayUse = async (route: Route): Promise<{ browser: PanelBrowser; partnerId: string | null }> => {
    const partnerId = isOfStaff(route) ? null : own!.partnerId;
    return { partnerId, browser: await visitorOf(isOfStaff(route) ? 'admin' : 'owner', partnerId) };
  };

  const needing = () => routes.filter(needsPerson);
  const posts = (): Route[] => routes.filter(({ method }) => method === 'POST');

  describe(`${which} of the panel`, () => {
    it.each(ROLES)('allows %s only what the role permits', async (_, role, isStaff) => {
      const partnerId = isStaff ? null : own!.partnerId;
      const wrong: string[] = [];
      for (const route of needing()) {
        const browser = await visitorOf(role, partnerId);
        const call = await callOf(route, { world, partnerId, browser });
        const before = await auditOf(world);
        const answer = await send(browser, route, call);
        const mayDo = grants(abilitiesOf(partnerId, role), route.need.ability);
        if (mayDo ? !isLetIn(answer) : answer.status !== 403) wrong.push(`${nameOf(route)}: ${answer.status}`);
        if (!mayDo && (await auditOf(world)).count !== before.count) wrong.push(`${nameOf(route)} changed something`);
      }
      expect(wrong).toEqual([]);
    });

    it('redirects a visitor without a session, or with an expired one, to the sign-in page and changes nothing', async () => {
      const wrong: string[] = [];
      for (const route of needing()) {
        const { browser, partnerId } = await mayUse(route);
        const call = await callOf(route, { world, partnerId, browser });
        const before = await auditOf(world);
        const ended = browserOf(world);
        ended.cookie = browser.cookie;
        await world.asOwner(
          "UPDATE panel_session SET began_at = began_at - interval '13 hours', authenticated_at = authenticated_at - interval '13 hours' WHERE token_hash = sha256($1)",
          [Buffer.from(browser.cookie.split('=')[1] ?? '')],
        );
        for (const visitor of [ended, browserOf(world)]) {
          const { status, location } = await send(visitor, route, call);
          if (status !== 303 || !location.startsWith('/sign-in?next=')) wrong.push(`${nameOf(route)}: ${status} ${location}`);
        }
        if ((await auditOf(world)).count !== before.count) wrong.push(`${nameOf(route)} changed something`);
      }
      expect(wrong).toEqual([]);
    });

    it('requires the identity again after five minutes only where it is declared as fresh', async () => {
      const wrong: string[] = [];
      for (const route of needing()) {
        const { browser, partnerId } = await mayUse(route);
        const call = await callOf(route, { world, partnerId, browser });
        await world.asOwner(
          "UPDATE panel_session SET began_at = began_at - interval '6 minutes', authenticated_at = authenticated_at - interval '6 minutes'",
        );
        const answer = await send(browser, route, call);
        const isAsked = answer.status === 303 && answer.location.startsWith('/prove?');
        if (isAsked !== route.need.fresh) wrong.push(`${nameOf(route)}: ${answer.status} ${answer.location}`);
      }
      expect(wrong).toEqual([]);
    });

    it('responds 404 to the id of an object of another partner and changes nothing', async () => {
      const named = needing().filter((route) => namesThing(route) && !isOfStaff(route));
      const wrong: string[] = [];
      for (const route of named) {
        for (const elsewhere of [foreign!.partnerId, null]) {
          const browser = await visitorOf('owner', own!.partnerId);
          const call = await callOf(route, { world, partnerId: elsewhere, browser });
          const before = await auditOf(world);
          const { status } = await send(browser, route, {
            ...call,
            ...(call.form && { form: { ...call.form, ...(call.form['role'] && { role: 'viewer' }) } }),
          });
          if (status !== 404 || (await auditOf(world)).count !== before.count) wrong.push(`${nameOf(route)}: ${status}`);
        }
      }
      expect(wrong).toEqual([]);
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
      const pages = needing().filter(({ method, path }) => method === 'GET' && !path.includes(':'));
      const limited = await visitorOf('owner', own!.partnerId);
      await world.asOwner(
        "UPDATE panel_membership SET service_ids = '{00000000}' WHERE id = (SELECT membership_id FROM panel_session WHERE token_hash = sha256($1))",
        [Buffer.from(limited.cookie.split('=')[1] ?? '')],
      );
      const whole = await visitorOf('owner', own!.partnerId);
      for (const { path } of pages)
        for (const query of searches) {
          const text = (await whole.get(`${path}?${query}`)).text.replaceAll(query, '').replace(/<input[^>]*>|href="[^"]*"/g, '');
          for (const hidden of [foreignId, foreign!.serviceId, foreign!.partnerId, ...secrets]) expect(text).not.toContain(hidden);
          const less = (await limited.get(`${path}?${query}`)).text.replace(/<input[^>]*>|href="[^"]*"/g, '');
          expect(less).not.toContain(own!.serviceId);
          expect(less).not.toContain(`control of ${own!.serviceId}`);
        }
      expect((await whole.get('/transactions')).text).toContain(`control of ${own!.serviceId}`);
    });
  });

  describe(`each form of ${which} of the panel`, () => {
    it('writes exactly one audit entry, with the person', async () => {
      const wrong: string[] = [];
      for (const route of posts()) {
        const { browser, partnerId } = await mayUse(route);
        const call = await callOf(route, { world, partnerId, browser });
        const before = await auditOf(world);
        const answer = await send(browser, route, call);
        const { count, latest } = await auditOf(world);
        if (!isLetIn(answer) && answer.location !== '/sign-in') wrong.push(`${nameOf(route)}: ${answer.status}`);
        if (count !== before.count + 1) wrong.push(`${nameOf(route)}: ${count - before.count} rows`);
        if (!/ \(\S+@example\.test\)$/.test(latest?.author ?? '')) wrong.push(`${nameOf(route)}: by ${latest?.author}`);
      }
      expect(wrong).toEqual([]);
    });

    it.each([
      ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
      ['another host of the same company', { 'Sec-Fetch-Site': 'same-site' }],
      ['an old browser on another site', { Origin: 'https://evil.example' }],
      ['a page without an origin', { Origin: 'null' }],
      ['a program without these headers', {}],
    ] as [string, Record<string, string>][])('is rejected from %s', async (_, headers) => {
      const wrong: string[] = [];
      for (const route of posts()) {
        const { browser, partnerId } = await mayUse(route);
        const call = await callOf(route, { world, partnerId, browser });
        const before = await auditOf(world);
        const { status } = await browser.post(call.path, call.form, headers);
        if (status !== 403 || (await auditOf(world)).count !== before.count) wrong.push(`${nameOf(route)}: ${status}`);
      }
      expect(wrong).toEqual([]);
    });

    it('is accepted from an old browser with the token of the session’s pages', async () => {
      const browser = await visitorOf('viewer', own!.partnerId);
      const [, token = ''] = /name="form_token" value="([^"]+)"/.exec((await browser.get('/account')).text) ?? [];
      expect((await browser.post('/account/recovery-codes', { form_token: `${token.slice(0, -1)}-` }, {})).status).toBe(403);
      expect((await browser.post('/account/recovery-codes', { form_token: token }, {})).status).toBe(200);
    });
  });
}
