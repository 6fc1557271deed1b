import { InvalidArgumentError } from 'commander';
import { SystemClock } from '../../common/time/clocks.js';
import { ABILITIES, isGrant } from '../../platform/access/ability.js';
import { ServiceListQuery } from '../../platform/partners/services/service-list.query.js';
import { CLIENT_TIERS } from '../../platform/partners/tokens/client-tier.js';
import { CreateTokenService } from '../../platform/partners/tokens/create-token.service.js';
import { RevokeTokenService } from '../../platform/partners/tokens/revoke-token.service.js';
import { TokenListQuery, type TokenSummary } from '../../platform/partners/tokens/token-list.query.js';
import { CLI_COMMAND } from '../../runtime/cli-command.js';
import { changeCommand, listCommand, noun } from '../command.js';
import { argument, option, requiredOption } from '../inputs.js';
import { recordResult } from '../output/result.js';
import { viewOf } from '../output/view.js';
import { UserError } from '../user-error.js';
import { parseNetwork } from '../values/endpoints.js';
import { parseServiceId, parseUuid } from '../values/identifiers.js';
import { repeatable } from '../values/lists.js';
import { parseName } from '../values/names.js';
import { requirePartner } from '../values/require-existing.js';
import { parseExpiry } from '../values/times.js';

const EXAMPLE_PARTNER = '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c';

const SHOWN_ONCE = 'The token is shown only now: the gateway stores only its hash. Hand it over in a safe way.';

interface Limits {
  abilities: string[];
  allowedNetworks: string[];
}

/** Warns of a token with many rights when the token is created. At that time it is easy to replace. */
function warnBroadRights({ abilities, allowedNetworks }: Limits, expiresAt: Date | null): string[] {
  const broadRights = [
    ...(abilities.includes('*') ? ['may do everything (--ability)'] : []),
    ...(allowedNetworks.length === 0 ? ['works from any address (--address)'] : []),
    ...(expiresAt === null ? ['never expires (--expires)'] : []),
  ];
  return broadRights.length === 0 ? [] : [`Note: this token ${broadRights.join(', ')}. A token with fewer rights is safer to hand over.`];
}

const create = changeCommand({
  description: 'create a token; it is shown this once',
  takes: {
    partnerId: requiredOption('--partner <id>', 'whose token it is', parseUuid),
    name: requiredOption('--name <name>', 'its purpose, to distinguish tokens', parseName),
    abilities: option('--ability <ability>', 'what it may do, repeatable (default: *)', repeatable(parseAbility)),
    allowedNetworks: option('--address <address>', 'IP address or CIDR it works from, repeatable (default: any)', repeatable(parseNetwork)),
    serviceIds: option('--service <id>', 'service it is limited to, repeatable (default: all of the partner)', repeatable(parseServiceId)),
    expires: option('--expires <when>', 'date, time or duration after which it stops working (default: never)', parseExpiry),
    compatibility: option(
      '--compatibility <tier>',
      'responses for a client library of an earlier generation that sends no X-SIM header. ' +
        'A: additional keys, and a sentence in every error. B: the same, and texts instead of null (default: neither)',
      CLIENT_TIERS,
    ),
  },
  examples: [
    `token create --partner ${EXAMPLE_PARTNER} --name "Web shop"`,
    `token create --partner ${EXAMPLE_PARTNER} --name Reports --ability directbilling.transactions --ability sms.* --expires 90d`,
    `token create --partner ${EXAMPLE_PARTNER} --name Till --service 0f3a9c21 --address 203.0.113.0/24 --expires 2027-01-01`,
    `token create --partner ${EXAMPLE_PARTNER} --name "Old shop" --compatibility A`,
  ],
  async run({ app, session }, { partnerId, name, abilities = ['*'], allowedNetworks = [], serviceIds = [], expires, ...tier }) {
    await requirePartner(app, partnerId);
    const partnerServices = new Set((await app.get(ServiceListQuery).listServices(partnerId)).map(({ id }) => id));
    const foreign = serviceIds.find((id) => !partnerServices.has(id));
    if (foreign)
      throw new UserError(`The partner has no service ${foreign}. See its services: ${CLI_COMMAND} service list --partner ${partnerId}`);
    const now = app.get(SystemClock).now();
    const expiresAt = expires?.(now, session.environment.app.displayTimeZone) ?? null;
    if (expiresAt && expiresAt <= now) throw UserError.usage(`--expires is in the past: ${session.timestamp(expiresAt)}`);

    const limits = { abilities, allowedNetworks, serviceIds };
    const compatibility = tier.compatibility ?? null;
    const created = await app.get(CreateTokenService).run({ partnerId, name, ...limits, compatibility, expiresAt });
    return recordResult(
      {
        id: created.id,
        token: created.token,
        partner_id: partnerId,
        name,
        abilities,
        addresses: allowedNetworks,
        services: serviceIds,
        compatibility,
        expires_at: session.timestamp(expiresAt),
      },
      SHOWN_ONCE,
      ...warnBroadRights(limits, expiresAt),
    );
  },
});

const TOKEN = viewOf<TokenSummary & { now: Date }>()({
  id: 'id',
  name: 'name',
  state: stateOf,
  abilities: 'abilities',
  addresses: 'allowedNetworks',
  services: 'serviceIds',
  compatibility: 'compatibility',
  expires_at: 'expiresAt',
  revoked_at: 'revokedAt',
  last_used_at: 'lastUsedAt',
  last_address: 'lastAddress',
  created_at: 'createdAt',
}).without('compatibility', 'revoked_at', 'created_at');

const list = listCommand({
  description: 'list a partner’s tokens with their abilities; the tokens themselves are not stored',
  takes: { partner: requiredOption('--partner <id>', 'whose tokens', parseUuid) },
  examples: ['token list --partner 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c'],
  opens: 'queries',
  view: TOKEN,
  async rows({ app }, { partner }) {
    await requirePartner(app, partner);
    const now = app.get(SystemClock).now();
    return (await app.get(TokenListQuery).listTokens(partner)).map((row) => ({ ...row, now }));
  },
  empty: 'The partner has no tokens.',
});

function stateOf({ revokedAt, expiresAt, now }: TokenSummary & { now: Date }): 'valid' | 'revoked' | 'expired' {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'valid';
}

const revoke = changeCommand({
  description: 'revoke a token; it stops working within a second on every process',
  needsConfirmation: true,
  takes: { id: argument('<id>', 'id of the token, not the token itself', parseUuid) },
  notes: 'A revoked token cannot be restored. Repeating the command is harmless.',
  examples: ['token revoke 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c'],
  async run({ app, session }, { id }) {
    await session.confirm(`Token ${id} stops working within a second and cannot be restored.`);
    if (!(await app.get(RevokeTokenService).run(id)))
      throw new UserError(`There is no token ${id}. See a partner's tokens: ${CLI_COMMAND} token list --partner <id>`);
    return { json: { id, revoked: true }, text: `Token ${id} is revoked.` };
  },
});

function parseAbility(text: string): string {
  if (!isGrant(text)) {
    throw new InvalidArgumentError(
      `Known abilities are * for everything, a prefix such as directbilling.* or payment.blik.*, and:\n${ABILITIES.map((ability) => `  ${ability}`).join('\n')}`,
    );
  }
  return text;
}

export const token = noun({
  examples: [`token create --partner ${EXAMPLE_PARTNER} --name "Web shop"`, `token list --partner ${EXAMPLE_PARTNER}`],
  commands: { create, list, revoke },
});
