import { Secret, TOTP } from 'otpauth';
import { DemoPeopleService } from '../../../src/platform/people/demo-people.service.js';
import { InviteService, type NewInvitation } from '../../../src/platform/people/invitations/invite.service.js';
import type { PanelRole } from '../../../src/platform/people/roles.js';
import type { RunningPanel } from '../../../src/web/panel/start-panel.js';
import { startWorld, type World } from '../../support/world.js';
import { PanelBrowser } from './panel-browser.js';

export const PANEL_URL = 'https://panel.example.test';
export const PASSWORD = 'correct horse battery';

export const startPanelWorld = (settings: NodeJS.ProcessEnv = {}): Promise<World> =>
  startWorld({ PANEL_URL, PAYMENT_HOLD_PER_EMAIL: '0', PAYMENT_HOLD_PER_SYSTEM_ID: '1', ...settings });

/** @throws Error when the world was started without PANEL_URL. */
export function panelOf({ panel }: World): RunningPanel {
  if (!panel) throw new Error('The panel did not start: call startPanelWorld()');
  return panel;
}

export const newPanelBrowser = (world: World): PanelBrowser => new PanelBrowser(`http://127.0.0.1:${panelOf(world).port}`);

/** Signs a new person in through a demo link, which needs neither a password nor a code. */
export async function signInAs(
  world: World,
  { partnerId, role, name = `Test ${role}` }: { partnerId: string | null; role: PanelRole; name?: string },
): Promise<PanelBrowser & { email: string }> {
  const email = `${role}-${partnerId ?? 'staff'}-${name.replaceAll(' ', '')}@example.test`.toLowerCase();
  const browser = newPanelBrowser(world);
  await browser.post(world.get(DemoPeopleService).add({ name, email, partnerId, role }));
  return Object.assign(browser, { email });
}

/** Creates an invitation. @returns the path of its page. */
export async function createInvitationLink(
  world: World,
  invitation: Partial<NewInvitation> & Pick<NewInvitation, 'email' | 'partnerId' | 'role'>,
): Promise<string> {
  const { link } = await world.get(InviteService).run({ serviceIds: [], ...invitation });
  return new URL(link).pathname;
}

/** The key of the authenticator app, as an invitation's page shows it. */
export const totpSecretOn = (page: string): string => /<code class="link">([A-Z2-7 ]+)<\/code>/.exec(page)?.[1]?.replaceAll(' ', '') ?? '';

/** @param later number of 30-second steps after the present one, because each code counts only once. */
export const totpCodeOf = (secret: string, later = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 });

/**
 * Accepts an invitation with a password and the code of the previous step. Each code counts once, so the test can still use the present and
 * the next one. When a new step begins before the check, the code is too old, and the function tries once more.
 * @throws Error when the invitation is not accepted.
 */
export async function acceptInvitation(
  browser: PanelBrowser,
  path: string,
  name = 'Anna Nowak',
): Promise<{ secret: string; text: string }> {
  const secret = totpSecretOn((await browser.get(path)).text);
  const accept = () => browser.post(path, { name, password: PASSWORD, code: totpCodeOf(secret, -1) });
  const first = await accept();
  const { status, text } = first.status === 422 ? await accept() : first;
  if (status !== 200) throw new Error(`The invitation was not accepted: ${status} ${text}`);
  return { secret, text };
}

/** Invites a person who accepts with password and code and is then signed in. */
export async function inviteAndAccept(
  world: World,
  invitation: Partial<NewInvitation> & Pick<NewInvitation, 'email' | 'partnerId' | 'role'>,
): Promise<{ browser: PanelBrowser; secret: string; recoveryCodes: string[] }> {
  const browser = newPanelBrowser(world);
  const { secret, text } = await acceptInvitation(browser, await createInvitationLink(world, invitation));
  return { browser, secret, recoveryCodes: [...text.matchAll(/<li><code>([^<]+)<\/code>/g)].map(([, code = '']) => code) };
}

/** The number of audit entries, and the latest entry. */
export async function readLatestAudit({
  database,
}: World): Promise<{ count: number; latest: { author: string; action: string } | undefined }> {
  const [row] = await database.query<{ author: string; action: string; count: number }[]>(
    'SELECT author, action, (SELECT count(*)::int FROM audit_entry) AS count FROM audit_entry ORDER BY at DESC, id DESC LIMIT 1',
  );
  if (!row) return { count: 0, latest: undefined };
  const { count, ...latest } = row;
  return { count, latest };
}
