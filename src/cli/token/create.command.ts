import { type Command, Option } from 'commander';
import { SystemClock } from '../../common/time/clocks.js';
import { CLIENT_TIERS, type ClientTier } from '../../platform/partners/tokens/client-tier.js';
import { CreateTokenService } from '../../platform/partners/tokens/create-token.service.js';
import { ServiceListQuery } from '../../platform/partners/services/service-list.query.js';
import type { CommandRunner } from '../command-runner.js';
import { CALL, examples } from '../examples.js';
import { recordAnswer } from '../output/record-answer.js';
import { requirePartner } from '../partner/require-partner.js';
import { UserError } from '../user-error.js';
import { parseAbility } from '../values/ability.js';
import { parseExpiry, type Moment } from '../values/times.js';
import { parseName } from '../values/names.js';
import { parseNetwork } from '../values/endpoints.js';
import { repeatable } from '../values/repeatable.js';
import { parseServiceId, parseUuid } from '../values/identifiers.js';

interface Options {
  partner: string;
  name: string;
  ability?: string[];
  address?: string[];
  service?: string[];
  expires?: Moment;
  compatibility?: ClientTier;
}

const PARTNER = '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c';
const SHOWN_ONCE = 'The token is shown only now: the gateway keeps nothing but its hash. Hand it over on a safe way.';

interface Limits {
  abilities: string[];
  allowedNetworks: string[];
}

/** Whoever steals such a token has all of it: said while it can still be made again. */
function wideOpen({ abilities, allowedNetworks }: Limits, expiresAt: Date | null): string[] {
  const open = [
    ...(abilities.includes('*') ? ['may do everything (--ability)'] : []),
    ...(allowedNetworks.length === 0 ? ['works from any address (--address)'] : []),
    ...(expiresAt === null ? ['never ends (--expires)'] : []),
  ];
  return open.length === 0 ? [] : [`Note: this token ${open.join(', ')}. Tokens that can do less harm are safer to hand over.`];
}

export function addTokenCreate(token: Command, runner: CommandRunner): void {
  token
    .command('create')
    .description('create a token; it is shown this once')
    .requiredOption('--partner <id>', 'whose token it is', parseUuid)
    .requiredOption('--name <name>', 'what it is for, to tell tokens apart', parseName)
    .option('--ability <ability>', 'what it may do, repeatable (default: *)', repeatable(parseAbility))
    .option('--address <address>', 'IP address or CIDR it works from, repeatable (default: any)', repeatable(parseNetwork))
    .option('--service <id>', 'service it is limited to, repeatable (default: all of the partner)', repeatable(parseServiceId))
    .option('--expires <when>', 'date, time or duration after which it stops working (default: never)', parseExpiry)
    .addOption(
      new Option(
        '--compatibility <tier>',
        'answers as a client library of an earlier generation expects them, for one that sends no X-SIM header: ' +
          'A: further keys and a sentence in every error, B: also texts where others get null (default: neither)',
      ).choices(CLIENT_TIERS),
    )
    .addHelpText(
      'after',
      examples(
        `token create --partner ${PARTNER} --name "Web shop"`,
        `token create --partner ${PARTNER} --name Reports --ability directbilling.transactions --ability sms.* --expires 90d`,
        `token create --partner ${PARTNER} --name Till --service 0f3a9c21 --address 203.0.113.0/24 --expires 2027-01-01`,
        `token create --partner ${PARTNER} --name "Old shop" --compatibility A`,
      ),
    )
    .action(
      runner.action(async (session, options: Options) => {
        const app = await session.application();
        await requirePartner(app, options.partner);
        const own = new Set((await app.get(ServiceListQuery).all(options.partner)).map(({ id }) => id));
        const foreign = options.service?.find((id) => !own.has(id));
        if (foreign)
          throw new UserError(`The partner has no service ${foreign}. See its services: ${CALL} service list --partner ${options.partner}`);
        const now = app.get(SystemClock).now();
        const expiresAt = options.expires?.(now, session.environment.app.displayTimeZone) ?? null;
        if (expiresAt && expiresAt <= now) throw UserError.usage(`--expires lies in the past: ${session.timestamp(expiresAt)}`);

        const limits = { abilities: options.ability ?? ['*'], allowedNetworks: options.address ?? [], serviceIds: options.service ?? [] };
        const compatibility = options.compatibility ?? null;
        const made = await app
          .get(CreateTokenService)
          .run({ partnerId: options.partner, name: options.name, ...limits, compatibility, expiresAt });
        return recordAnswer(
          {
            id: made.id,
            token: made.token,
            partner_id: options.partner,
            name: options.name,
            abilities: limits.abilities,
            addresses: limits.allowedNetworks,
            services: limits.serviceIds,
            compatibility,
            expires_at: session.timestamp(expiresAt),
          },
          SHOWN_ONCE,
          ...wideOpen(limits, expiresAt),
        );
      }),
    );
}
