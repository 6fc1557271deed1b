import type { Command } from 'commander';
import { SystemClock } from '../../common/time/clocks.js';
import { TokenListQuery, type TokenSummary } from '../../platform/partners/tokens/token-list.query.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { listAnswer } from '../output/list-answer.js';
import { requirePartner } from '../partner/require-partner.js';
import { parseUuid } from '../values/identifiers.js';

const COLUMNS = ['id', 'name', 'state', 'abilities', 'addresses', 'services', 'expires_at', 'last_used_at', 'last_address'] as const;

export function addTokenList(token: Command, runner: CommandRunner): void {
  token
    .command('list')
    .description('list a partner’s tokens with what they may do; the tokens themselves are not kept')
    .requiredOption('--partner <id>', 'whose tokens', parseUuid)
    .addHelpText('after', examples('token list --partner 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c'))
    .action(
      runner.action(async (session, { partner }: { partner: string }) => {
        const app = await session.application();
        await requirePartner(app, partner);
        const now = app.get(SystemClock).now();
        const rows = (await app.get(TokenListQuery).of(partner)).map((row) => ({
          id: row.id,
          name: row.name,
          state: stateOf(row, now),
          abilities: row.abilities,
          addresses: row.allowedNetworks,
          services: row.serviceIds,
          compatibility: row.compatibility,
          expires_at: session.timestamp(row.expiresAt),
          revoked_at: session.timestamp(row.revokedAt),
          last_used_at: session.timestamp(row.lastUsedAt),
          last_address: row.lastAddress,
          created_at: session.timestamp(row.createdAt),
        }));
        return listAnswer(rows, COLUMNS, 'The partner has no tokens.');
      }),
    );
}

function stateOf({ revokedAt, expiresAt }: TokenSummary, now: Date): 'valid' | 'revoked' | 'expired' {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'valid';
}
