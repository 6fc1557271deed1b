import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { accessibilityProblems, delayPageRefreshes, layoutProblems, openTab, type WatchedPage } from '../checkout/support/browser-page.js';
import { startBrowser } from '../checkout/support/browser.js';
import { lookProblems, looksFor } from '../checkout/support/every-look.js';
import { freePort } from '../support/free-port.js';
import { nameOf } from '../support/routes.js';
import type { Shop } from '../support/shop.js';
import type { World } from '../support/world.js';
import { validRequestOf, panelRoutes } from './support/panel-requests.js';
import { totpCodeOf, createInvitationLink, inviteAndAccept, PASSWORD, signInAs, startPanelWorld } from './support/panel-world.js';

const MAX_BYTES = 40 * 1024;
const MAX_REQUESTS = 6;
/** Time limit of a test that opens forty pages, each in several looks, on a machine with other work. */
const MAX_MS = 15 * 60_000;

let world: World;
let shop: Shop;
let browser: Browser;
let origin: string;
beforeAll(async () => {
  delayPageRefreshes();
  const port = await freePort();
  origin = `http://localhost:${port}`;
  [world, browser] = await Promise.all([startPanelWorld({ ROLE: 'all', PANEL_URL: origin, PANEL_PORT: String(port) }), startBrowser()]);
  shop = await world.createPartnerShop({ silent: true });
  await Promise.all(Array.from({ length: 60 }, (_, index) => shop.create({ control: 'W'.repeat(index * 2), phoneNumber: '500600700' })));
  await fillHome();
});
afterAll(async () => {
  await browser.close();
  await world.stop();
});

/** Adds totals of eight days, for the service and for all services, with long names and reasons. */
async function fillHome(): Promise<void> {
  for (const service of [shop.serviceId, ''])
    await world.asOwner(
      `INSERT INTO hourly_total (service_id, hour, test, outcome, channel, reason, currency, count, amount_minor)
       SELECT $1, date_trunc('hour', now()) - make_interval(days => ago), false, outcome, channel, reason, currency, 1234 + 56 * ago, 98765432
       FROM generate_series(0, 7) AS ago, (VALUES ('paid', 'blik', '', 'PLN'), ('paid', 'card', '', 'EUR'), ('failed', 'blik', 'insufficient_funds', 'PLN'),
         ('failed', 'card', 'authentication_failed', 'EUR'), ('failed', 't-mobile', 'blocked_by_operator', 'PLN')) AS of (outcome, channel, reason, currency)`,
      [service],
    );
}

/** Opens a tab in which a person with this role is signed in. */
async function openTabAs(role: 'owner' | 'admin', options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const { cookie } = await signInAs(world, { partnerId: role === 'admin' ? null : shop.partnerId, role });
  const tab = await openTab(browser, origin, options);
  const [name = '', value = ''] = cookie.split('=');
  await tab.page.context().addCookies([{ name, value, url: origin }]);
  return tab;
}

/** Name and path of each page that this role may see. The list is read from the routes, so new screens are included. */
async function pagesFor(role: 'owner' | 'admin'): Promise<[string, string][]> {
  const partnerId = role === 'admin' ? null : shop.partnerId;
  const visitor = await signInAs(world, { partnerId, role });
  const pages: [string, string][] = [];
  for (const route of panelRoutes(world).filter(
    ({ method, path }) => method === 'GET' && path !== '/' && !/\.csv$|\.svg$|\/logo$/.test(path),
  ))
    pages.push([nameOf(route), (await validRequestOf(route, { world, partnerId, browser: visitor })).path]);
  return pages;
}

describe.each(['owner', 'admin'] as const)('each page of the panel, as %s', (role) => {
  it(
    'is accessible, fits every screen in all colours and large text, stays small, and loads nothing from other origins',
    async () => {
      const failures: string[] = [];
      const pages = [...(await pagesFor(role)), ['an unknown path', '/nope'], ['an unknown invitation', '/invitation/nope']];
      for (const [index, [name = '', path = '']] of pages.entries()) {
        const { page, problems, close } = await openTabAs(role, { reducedMotion: 'reduce', locale: index % 2 === 0 ? 'pl-PL' : 'en-GB' });
        const sizes: Promise<number>[] = [];
        page.on('requestfinished', (request) => sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize)));
        await page.goto(origin + path, { waitUntil: 'networkidle' });
        const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
        if (bytes > MAX_BYTES || sizes.length > MAX_REQUESTS) failures.push(`${name}: ${bytes} bytes in ${sizes.length} requests`);
        failures.push(...(await accessibilityProblems(page)).map((problem) => `${name}: ${problem}`));
        failures.push(...(await layoutProblems(page)).map((problem) => `${name}: ${problem}`));
        failures.push(...(await lookProblems(page, looksFor(index).slice(0, 6))).map((problem) => `${name}: ${problem}`));
        failures.push(...problems.map((problem) => `${name}: ${problem}`));
        await close();
      }
      expect(pages.length).toBeGreaterThan(8);
      expect(failures).toEqual([]);
    },
    MAX_MS,
  );
});

const clickAndLoad = async (page: Page, selector: string): Promise<void> => {
  await Promise.all([page.waitForEvent('load'), page.locator(selector).click()]);
};

describe('a browser without scripts', () => {
  it('can sign in, search, invite, confirm the identity again, change the password and sign out', async () => {
    const email = 'noscript@shop.example';
    const { secret } = await inviteAndAccept(world, { email, partnerId: shop.partnerId, role: 'owner' });
    const { page, problems, close } = await openTab(browser, origin, { javaScriptEnabled: false });
    await page.goto(origin);
    await page.fill('#email', email);
    await page.fill('#password', PASSWORD);
    await page.fill('#code', totpCodeOf(secret));
    await clickAndLoad(page, 'form:not([hidden]) button.primary');
    expect(page.url()).toBe(`${origin}/home`);
    await page.goto(`${origin}/transactions`);
    await page.fill('#q', 'WWWW');
    await clickAndLoad(page, 'form[action="/transactions"] button.primary');
    expect(await page.locator('tbody tr').count()).toBe(1);
    await world.asOwner(
      "UPDATE panel_session SET began_at = began_at - interval '6 minutes', authenticated_at = authenticated_at - interval '6 minutes'",
    );
    await page.goto(`${origin}/team`);
    await page.fill('#email', 'new@shop.example');
    await clickAndLoad(page, 'form[action="/team/invitations"] button');
    expect(page.url()).toBe(`${origin}/prove?next=%2Fteam`);
    await page.fill('#password', PASSWORD);
    await page.fill('#code', totpCodeOf(secret, 1));
    await clickAndLoad(page, 'form:not([hidden]) button.primary');
    await page.fill('#email', 'new@shop.example');
    await clickAndLoad(page, 'form[action="/team/invitations"] button');
    expect(await page.locator('.notice code').textContent()).toContain(`${origin}/invitation/`);
    await page.goto(`${origin}/account`);
    await page.fill('#password', `${PASSWORD} twice`);
    await clickAndLoad(page, 'form[action="/account/password"] button');
    expect(await page.locator('.notice').textContent()).toContain('All your other sessions have ended');
    // The check for problems is a script, so it needs a browser with scripts.
    const scripted = await openTab(browser, origin);
    await scripted.page.context().addCookies(await page.context().cookies());
    await scripted.page.goto(page.url());
    expect([...(await accessibilityProblems(scripted.page)), ...(await layoutProblems(scripted.page)), ...scripted.problems]).toEqual([]);
    await scripted.close();
    await clickAndLoad(page, 'form[action="/sign-out"] button');
    expect(page.url()).toBe(`${origin}/sign-in`);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('a passkey', () => {
  it('is created with an invitation and signs in, in a real browser', async () => {
    const invitation = await createInvitationLink(world, { email: 'passkey@shop.example', partnerId: shop.partnerId, role: 'viewer' });
    const { page, problems, close } = await openTab(browser, origin);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    });
    await page.goto(origin + invitation);
    await page.fill('#passkey-person', 'Ewa');
    await clickAndLoad(page, 'form[data-passkey] button');
    expect(await page.locator('.codes li').count()).toBe(10);
    await clickAndLoad(page, 'a.button.primary');
    await clickAndLoad(page, 'form[action="/sign-out"] button');
    await page.goto(`${origin}/sign-in`);
    await clickAndLoad(page, 'form[data-passkey] button');
    expect(page.url()).toBe(`${origin}/home`);
    expect(problems).toEqual([]);
    await close();
  });
});
