import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newPanelBrowser, PANEL_URL, startPanelWorld } from '../panel/support/panel-world.js';
import type { World } from '../support/world.js';
import { type Run, runCommandWith } from './cli-world.js';

let world: World;
beforeAll(async () => {
  world = await startPanelWorld();
});
afterAll(() => world.stop());

const run = (argv: readonly string[], env: NodeJS.ProcessEnv = { PANEL_URL }): Promise<Run> =>
  runCommandWith({ ...world.settings, ...env }, argv);

describe('panel invite', () => {
  it('prints a link with which the first person joins, and records its author', async () => {
    const { out } = await run(['panel', 'invite', '--email', 'Anna@Gateway.example', '--role', 'admin', '--author', 'Operator', '--json']);
    const { link, partner_id } = JSON.parse(out) as { link: string; partner_id: null };
    expect(partner_id).toBeNull();
    expect((await newPanelBrowser(world).get(link.slice(PANEL_URL.length))).status).toBe(200);
    const [entry] = await world.database.query<{ author: string; after: object; text: string }[]>(
      "SELECT author, after, e::text AS text FROM audit_entry e WHERE action = 'invitation.create'",
    );
    expect(entry).toMatchObject({ author: 'Operator', after: { email: 'anna@gateway.example', role: 'admin' } });
    expect(entry?.text).not.toContain(link.split('/').at(-1));
  });

  it.each([
    [['--email', 'a@b.example', '--role', 'owner'], '--role must be one of admin, operations, finance, support for staff'],
    [['--email', 'a@b.example', '--role', 'admin', '--service', '0f3a9c21'], 'Staff see every service'],
    [['--email', 'nobody', '--role', 'admin'], 'It must be an e-mail address'],
    [['--email', 'a@b.example', '--role', 'owner', '--partner', '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c'], 'There is no partner'],
  ])('rejects %j', async (options, message) => {
    const { code, err } = await run(['panel', 'invite', ...options]);
    expect(code).not.toBe(0);
    expect(err).toContain(message);
  });

  it('rejects a call when the panel is not configured', async () => {
    const { code, err } = await run(['panel', 'invite', '--email', 'a@b.example', '--role', 'admin'], {});
    expect(code).toBe(1);
    expect(err).toContain('There is no panel: set PANEL_URL.');
  });
});

describe('panel people', () => {
  it('prints that nobody has joined yet', async () => {
    expect((await run(['panel', 'people'])).out).toContain('There are no people yet');
  });
});
