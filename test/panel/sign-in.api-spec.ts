import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Passwords } from '../../src/platform/people/credentials/passwords.js';
import type { Shop } from '../support/shop.js';
import type { World } from '../support/world.js';
import type { PanelResponse } from './support/panel-browser.js';
import {
  readLatestAudit,
  newPanelBrowser,
  totpCodeOf,
  createInvitationLink,
  inviteAndAccept,
  PANEL_URL,
  PASSWORD,
  totpSecretOn,
  signInAs,
  startPanelWorld,
} from './support/panel-world.js';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startPanelWorld();
  shop = await world.createPartnerShop({ silent: true });
});
afterAll(() => world.stop());

let people = 0;
const newPerson = () => ({ email: `anna${(people += 1)}@shop.example`, partnerId: shop.partnerId, role: 'owner' as const });

describe('an invitation', () => {
  it('creates a user once, and shows ten recovery codes', async () => {
    const path = await createInvitationLink(world, newPerson());
    const browser = newPanelBrowser(world);
    const page = await browser.get(path);
    expect(page.status).toBe(200);
    const form = { name: 'Anna Nowak', password: PASSWORD, code: totpCodeOf(totpSecretOn(page.text)) };
    const before = await readLatestAudit(world);
    const accepted = await browser.post(path, form);
    expect(accepted.status).toBe(200);
    expect(accepted.text.match(/<li><code>/g)).toHaveLength(10);
    expect(await readLatestAudit(world)).toMatchObject({ count: before.count + 1, latest: { action: 'invitation.accept' } });
    expect((await browser.get('/')).location).toBe('/home');
    expect((await newPanelBrowser(world).post(path, form)).status).toBe(410);
  });

  it('is not accepted with a short password or a wrong code', async () => {
    const path = await createInvitationLink(world, newPerson());
    const browser = newPanelBrowser(world);
    const code = totpCodeOf(totpSecretOn((await browser.get(path)).text));
    expect((await browser.post(path, { name: 'Anna', password: 'short', code })).status).toBe(422);
    expect((await browser.post(path, { name: '', password: PASSWORD, code })).status).toBe(422);
    expect((await browser.post(path, { name: 'Anna', password: PASSWORD, code: '000000' })).status).toBe(422);
    expect((await browser.post(path, { name: 'Anna', password: PASSWORD, code })).status).toBe(200);
  });

  it('expires after three days, and then looks like an unknown invitation', async () => {
    const path = await createInvitationLink(world, newPerson());
    await world.asOwner(
      "UPDATE panel_invitation SET created_at = created_at - interval '4 days', expires_at = expires_at - interval '4 days'",
    );
    const [expired, unknown] = await Promise.all([newPanelBrowser(world).get(path), newPanelBrowser(world).get('/invitation/nothing')]);
    expect([expired.status, unknown.status]).toEqual([410, 410]);
  });
});

describe('a new password', () => {
  const NEW_PASSWORD = 'another long password';

  it('replaces the old password, ends all other sessions, and is in the audit without its value', async () => {
    const person = newPerson();
    const { browser, secret } = await inviteAndAccept(world, person);
    const secondBrowser = newPanelBrowser(world);
    await secondBrowser.post('/sign-in', { email: person.email, password: PASSWORD, code: totpCodeOf(secret) });
    expect((await secondBrowser.get('/account')).status).toBe(200);
    const before = await readLatestAudit(world);
    const changed = await browser.post('/account/password', { password: NEW_PASSWORD });
    expect([changed.status, changed.location]).toEqual([303, '/account?done=password']);
    expect(await readLatestAudit(world)).toMatchObject({ count: before.count + 1, latest: { action: 'password.change' } });
    expect((await browser.get(changed.location)).text).toContain('<p class="notice" role="status">');
    expect((await secondBrowser.get('/account')).status).toBe(303);
    const credentials = { email: person.email, code: totpCodeOf(secret, 1) };
    expect((await newPanelBrowser(world).post('/sign-in', { ...credentials, password: PASSWORD })).status).toBe(401);
    expect((await newPanelBrowser(world).post('/sign-in', { ...credentials, password: NEW_PASSWORD })).status).toBe(303);
    const [row] = await world.database.query<{ text: string }[]>("SELECT string_agg(e::text, ' ') AS text FROM audit_entry e");
    expect(row?.text).not.toContain(NEW_PASSWORD);
  });

  it('is rejected when it is too short or too long, and the old password stays valid', async () => {
    const person = newPerson();
    const { browser, secret } = await inviteAndAccept(world, person);
    for (const password of ['', 'eleven char', 'x'.repeat(201)])
      expect((await browser.post('/account/password', { password })).status).toBe(422);
    const credentials = { email: person.email, password: PASSWORD, code: totpCodeOf(secret) };
    expect((await newPanelBrowser(world).post('/sign-in', credentials)).status).toBe(303);
  });

  it('is rejected for a person who signs in only with a passkey and has no authenticator app', async () => {
    const visitor = await signInAs(world, { partnerId: shop.partnerId, role: 'viewer' });
    expect((await visitor.get('/account')).text).not.toContain('action="/account/password"');
    expect((await visitor.post('/account/password', { password: NEW_PASSWORD })).status).toBe(404);
  });

  it('ends the session of a concurrent sign-in with the old password', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = newPerson();
      const { browser, secret } = await inviteAndAccept(world, person);
      const secondBrowser = newPanelBrowser(world);
      await Promise.all([
        browser.post('/account/password', { password: NEW_PASSWORD }),
        secondBrowser.post('/sign-in', { email: person.email, password: PASSWORD, code: totpCodeOf(secret) }),
      ]);
      expect((await secondBrowser.get('/account')).status).toBe(303);
    }
  });

  it('rejects a sign-in that has already verified the old password', async () => {
    const person = newPerson();
    const { secret } = await inviteAndAccept(world, person);
    const secondBrowser = newPanelBrowser(world);
    // The password changes after the correct old password was verified and before the session begins.
    const verify = jest.spyOn(world.get(Passwords), 'verify').mockImplementationOnce(async () => {
      await world.asOwner("UPDATE panel_user SET password_hash = '$scrypt$changed' WHERE email = $1", [person.email]);
      return true;
    });
    const credentials = { email: person.email, password: PASSWORD, code: totpCodeOf(secret) };
    expect((await secondBrowser.post('/sign-in', credentials)).status).toBe(401);
    verify.mockRestore();
  });
});

describe('signing in', () => {
  it('accepts password and code, stores the session in a cookie that scripts and other hosts cannot read, and writes an audit entry', async () => {
    const person = newPerson();
    const { secret } = await inviteAndAccept(world, person);
    const browser = newPanelBrowser(world);
    const before = await readLatestAudit(world);
    const response = await browser.post('/sign-in', {
      email: ` ${person.email.toUpperCase()}`,
      password: PASSWORD,
      code: totpCodeOf(secret),
      next: '/audit?action=session',
    });
    expect([response.status, response.location]).toEqual([303, '/audit?action=session']);
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-panel=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    expect(await readLatestAudit(world)).toEqual({
      count: before.count + 1,
      latest: { author: `Anna Nowak (${person.email})`, action: 'session.begin' },
    });
    expect((await browser.get('/audit')).status).toBe(200);
  });

  it('accepts each code once, also from concurrent requests', async () => {
    const person = newPerson();
    const { secret } = await inviteAndAccept(world, person);
    const credentials = { email: person.email, password: PASSWORD, code: totpCodeOf(secret) };
    const responses = await Promise.all(Array.from({ length: 5 }, () => newPanelBrowser(world).post('/sign-in', credentials)));
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 401, 401, 401, 401]);
  });

  it('accepts each recovery code once, instead of the code', async () => {
    const person = newPerson();
    const { recoveryCodes } = await inviteAndAccept(world, person);
    const credentials = { email: person.email, password: PASSWORD, code: String(recoveryCodes[0]).toUpperCase() };
    expect((await newPanelBrowser(world).post('/sign-in', credentials)).status).toBe(303);
    expect((await newPanelBrowser(world).post('/sign-in', credentials)).status).toBe(401);
  });

  it('sends the same response to wrong credentials of known and unknown people, with an audit entry without the typed values', async () => {
    const person = newPerson();
    const { secret } = await inviteAndAccept(world, person);
    const attempts = [
      { email: person.email, password: 'something else!', code: totpCodeOf(secret) },
      { email: person.email, password: PASSWORD, code: '123456' },
      { email: 'unknown@shop.example', password: PASSWORD, code: totpCodeOf(secret) },
    ];
    const before = await readLatestAudit(world);
    const pages = [];
    for (const credentials of attempts) pages.push(await newPanelBrowser(world).post('/sign-in', credentials));
    expect(new Set(pages.map(({ status, text }) => `${status} ${text.replace(/data-options="[^"]*"/, '')}`)).size).toBe(1);
    expect(pages[0]?.status).toBe(401);
    expect((await readLatestAudit(world)).count).toBe(before.count + 3);
    const [row] = await world.database.query<{ text: string }[]>(
      "SELECT string_agg(e::text, ' ') AS text FROM audit_entry e WHERE action = 'session.refuse'",
    );
    expect(row?.text).not.toContain('unknown@shop.example');
  });

  it('is rate limited after some failed attempts', async () => {
    const person = newPerson();
    const { secret } = await inviteAndAccept(world, person);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1)
      statuses.push(
        (await newPanelBrowser(world).post('/sign-in', { email: person.email, password: 'wrong password', code: '000000' })).status,
      );
    expect(statuses).toContain(429);
    expect(
      (await newPanelBrowser(world).post('/sign-in', { email: person.email, password: PASSWORD, code: totpCodeOf(secret) })).status,
    ).toBe(429);
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/home/..//evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
  ])('never redirects to %s', async (next) => {
    const page = await newPanelBrowser(world).get(`/sign-in?next=${encodeURIComponent(next)}`);
    expect(page.text).toContain('name="next" value="/"');
  });

  it.each(['//evil.example', '/.//evil.example', '/home/..//evil.example'])(
    'has no link to another site on the page of %s',
    async (path) => {
      const { status, text } = await newPanelBrowser(world).get(path);
      expect([status, text.match(/(?:href|action)="\/\//g)]).toEqual([404, null]);
    },
  );
});

describe('a person who must sign in again', () => {
  /** Follows the redirect of the panel to its sign-in page, and signs in there. @returns where the person is sent then. */
  async function signInFrom({ location }: PanelResponse, email: string, code: string): Promise<string> {
    const browser = newPanelBrowser(world);
    const { text } = await browser.get(location);
    const next = /name="next" value="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    return (
      await browser.post(new URL(location, PANEL_URL).search.includes('lang=pl') ? '/sign-in?lang=pl' : '/sign-in', {
        email,
        password: PASSWORD,
        code,
        next,
      })
    ).location;
  }

  it('returns to the same page with its filters and language', async () => {
    const person = newPerson();
    const { recoveryCodes } = await inviteAndAccept(world, person);
    const longText = `q=${encodeURIComponent('ż'.repeat(255))}&status=transaction_paid`;
    const filters = 'status=exhausted&from=2026-11-01';
    const signedOut = newPanelBrowser(world);
    const form = (referer: string) => ({ 'Sec-Fetch-Site': 'same-origin', Referer: `${PANEL_URL}${referer}` });
    const pages: [PanelResponse, string][] = [
      [await signedOut.get(`/transactions?${longText}`), `/transactions?${longText}`],
      [await signedOut.get(`/notifications?${filters}&lang=pl`), `/notifications?${filters}&lang=pl`],
      [await signedOut.post('/notifications/resend', {}, form(`/notifications/resend?${filters}`)), `/notifications/resend?${filters}`],
      [await signedOut.post('/notifications/resend', {}, { 'Sec-Fetch-Site': 'same-origin' }), '/'],
    ];
    for (const [index, [response, expected]] of pages.entries())
      expect(await signInFrom(response, person.email, recoveryCodes[index] ?? '')).toBe(expected);
  });
});
