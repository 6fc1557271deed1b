import { InvalidArgumentError } from 'commander';
import { InviteService } from '../../platform/people/invitations/invite.service.js';
import { PARTNER_ROLES, type PanelRole, rolesFor, STAFF_ROLES } from '../../platform/people/roles.js';
import { type Member, TeamQuery } from '../../platform/people/team/team.query.js';
import { CLI_COMMAND, type CliCommand } from '../cli-command.js';
import { listResult, recordResult } from '../output/result.js';
import { viewOf } from '../output/view.js';
import { UserError } from '../user-error.js';
import { parseServiceId, parseUuid } from '../values/identifiers.js';
import { repeatable } from '../values/lists.js';
import { requirePartner } from '../values/require-existing.js';

const EXAMPLE_PARTNER = '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c';

export function addPanelCommands(panel: CliCommand): void {
  panel.examples('panel invite --email anna@gateway.example --role admin', `panel people --partner ${EXAMPLE_PARTNER}`);
  addPanelInvite(panel);
  addPanelPeople(panel);
}

interface InviteOptions {
  email: string;
  role: string;
  partner?: string;
  service?: string[];
}

function addPanelInvite(panel: CliCommand): void {
  panel
    .command('invite')
    .changes()
    .description('print a link by which a person joins a partner, or the staff; it is shown this once')
    .requiredOption('--email <address>', 'whom the link is for', parseEmail)
    .requiredOption(
      '--role <role>',
      `of a partner’s person: ${Object.keys(PARTNER_ROLES).join(', ')}; of staff: ${Object.keys(STAFF_ROLES).join(', ')}`,
    )
    .option('--partner <id>', 'whom the person works for (default: the gateway itself)', parseUuid)
    .option('--service <id>', 'service that the person is limited to, repeatable (default: all of the partner)', repeatable(parseServiceId))
    .notes('Any person with the link can use it: send it in a safe way. It works once, for three days.')
    .examples(
      'panel invite --email anna@gateway.example --role admin',
      `panel invite --email jan@shop.example --role owner --partner ${EXAMPLE_PARTNER}`,
    )
    .withApplication(async ({ app, session }, { email, role: roleName, partner, service = [] }: InviteOptions) => {
      const partnerId = partner ?? null;
      const role = requireRole(partnerId, roleName);
      if (!session.environment.panel.enabled) throw new UserError('There is no panel: set PANEL_URL.');
      if (partnerId === null && service.length > 0) throw UserError.usage('Staff see every service: --service is for people of a partner.');
      if (partnerId !== null) await requirePartner(app, partnerId);
      const { id, link, expiresAt } = await app.get(InviteService).run({ email, role, partnerId, serviceIds: service });
      return recordResult({ id, email, role, partner_id: partnerId, valid_until: session.timestamp(expiresAt), link });
    });
}

const PERSON = viewOf<Member>()({
  name: 'name',
  email: 'email',
  role: 'role',
  services: ({ serviceIds }) => serviceIds.join(', '),
  passkeys: 'passkeys',
  last_seen_at: 'lastSeenAt',
});

function addPanelPeople(panel: CliCommand): void {
  panel
    .command('people')
    .description('list who works for a partner, or for the gateway itself')
    .option('--partner <id>', 'whose people (default: staff)', parseUuid)
    .examples('panel people', `panel people --partner ${EXAMPLE_PARTNER}`)
    .withQueries(async ({ app, session }, { partner }: { partner?: string }) => {
      if (partner !== undefined) await requirePartner(app, partner);
      return listResult(
        session,
        PERSON,
        await app.get(TeamQuery).members(partner ?? null),
        `There are no people yet. Invite one: ${CLI_COMMAND} panel invite`,
      );
    });
}

function requireRole(partnerId: string | null, roleName: string): PanelRole {
  const roles = rolesFor(partnerId);
  const role = roles.find((name) => name === roleName);
  if (!role)
    throw UserError.usage(`--role must be one of ${roles.join(', ')} for ${partnerId === null ? 'staff' : 'people of a partner'}.`);
  return role;
}

/** The longest address that e-mail allows (RFC 5321). */
const MAX_EMAIL_LENGTH = 254;

function parseEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > MAX_EMAIL_LENGTH) throw new InvalidArgumentError('It must be an e-mail address.');
  return email;
}
