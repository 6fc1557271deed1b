import { InvalidArgumentError } from 'commander';
import { InviteService } from '../../platform/people/invitations/invite.service.js';
import { PARTNER_ROLES, rolesFor, STAFF_ROLES } from '../../platform/people/roles.js';
import { type Member, TeamQuery } from '../../platform/people/team/team.query.js';
import { CLI_COMMAND } from '../../runtime/cli-command.js';
import { changeCommand, listCommand, noun } from '../command.js';
import { option, requiredOption } from '../inputs.js';
import { recordResult } from '../output/result.js';
import { viewOf } from '../output/view.js';
import { UserError } from '../user-error.js';
import { parseServiceId, parseUuid } from '../values/identifiers.js';
import { repeatable } from '../values/lists.js';
import { requirePartner } from '../values/require-existing.js';

const EXAMPLE_PARTNER = '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c';
const INVITE_STAFF = 'panel invite --email anna@gateway.example --role admin';
const LIST_PEOPLE = `panel people --partner ${EXAMPLE_PARTNER}`;

const invite = changeCommand({
  description: 'print a link by which a person joins a partner, or the staff; it is shown this once',
  takes: {
    email: requiredOption('--email <address>', 'whom the link is for', parseEmail),
    roleName: requiredOption(
      '--role <role>',
      `of a partner’s person: ${Object.keys(PARTNER_ROLES).join(', ')}; of staff: ${Object.keys(STAFF_ROLES).join(', ')}`,
    ),
    partnerId: option('--partner <id>', 'whom the person works for (default: the gateway itself)', parseUuid),
    serviceIds: option(
      '--service <id>',
      'service that the person is limited to, repeatable (default: all of the partner)',
      repeatable(parseServiceId),
    ),
  },
  notes: 'Any person with the link can use it: send it in a safe way. It works once, for three days.',
  examples: [INVITE_STAFF, `panel invite --email jan@shop.example --role owner --partner ${EXAMPLE_PARTNER}`],
  async run({ app, session }, { email, roleName, partnerId = null, serviceIds = [] }) {
    const roles = rolesFor(partnerId);
    const role = roles.find((name) => name === roleName);
    if (!role)
      throw UserError.usage(`--role must be one of ${roles.join(', ')} for ${partnerId === null ? 'staff' : 'people of a partner'}.`);
    if (!session.environment.panel.enabled) throw new UserError('There is no panel: set PANEL_URL.');
    if (partnerId === null && serviceIds.length > 0)
      throw UserError.usage('Staff see every service: --service is for people of a partner.');
    if (partnerId !== null) await requirePartner(app, partnerId);
    const { id, link, expiresAt } = await app.get(InviteService).run({ email, role, partnerId, serviceIds });
    return recordResult({ id, email, role, partner_id: partnerId, valid_until: session.timestamp(expiresAt), link });
  },
});

/** The longest address that e-mail allows (RFC 5321). */
const MAX_EMAIL_LENGTH = 254;

function parseEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > MAX_EMAIL_LENGTH) throw new InvalidArgumentError('It must be an e-mail address.');
  return email;
}

const people = listCommand({
  description: 'list who works for a partner, or for the gateway itself',
  takes: { partnerId: option('--partner <id>', 'whose people (default: staff)', parseUuid) },
  examples: ['panel people', LIST_PEOPLE],
  opens: 'queries',
  view: viewOf<Member>()({
    name: 'name',
    email: 'email',
    role: 'role',
    services: ({ serviceIds }) => serviceIds.join(', '),
    passkeys: 'passkeys',
    last_seen_at: 'lastSeenAt',
  }),
  async rows({ app }, { partnerId = null }) {
    if (partnerId !== null) await requirePartner(app, partnerId);
    return app.get(TeamQuery).members(partnerId);
  },
  empty: `There are no people yet. Invite one: ${CLI_COMMAND} panel invite`,
});

export const panel = noun({ examples: [INVITE_STAFF, LIST_PEOPLE], commands: { invite, people } });
