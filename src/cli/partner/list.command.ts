import type { Command } from 'commander';
import { PartnerListQuery } from '../../platform/partners/partner-list.query.js';
import type { CommandRunner } from '../command-runner.js';
import { CALL, examples } from '../examples.js';
import { listAnswer } from '../output/list-answer.js';

export function addPartnerList(partner: Command, runner: CommandRunner): void {
  partner
    .command('list')
    .description('list all partners with the number of their services and valid tokens')
    .addHelpText('after', examples('partner list', 'partner list --json'))
    .action(
      runner.action(async (session) => {
        const app = await session.application();
        const partners = await app.get(PartnerListQuery).run();
        const rows = partners.map(({ id, name, demo, services, tokens, blockedAt, blockedReason, createdAt }) => ({
          id,
          name,
          services,
          tokens,
          demo,
          blocked_at: session.timestamp(blockedAt),
          blocked_reason: blockedReason,
          created_at: session.timestamp(createdAt),
        }));
        return listAnswer(
          rows,
          ['id', 'name', 'services', 'tokens', 'demo', 'created_at', 'blocked_at', 'blocked_reason'],
          `No partners yet. Make one: ${CALL} partner create "Flower Shop"`,
        );
      }),
    );
}
