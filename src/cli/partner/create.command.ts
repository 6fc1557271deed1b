import type { Command } from 'commander';
import { CreatePartnerService } from '../../platform/partners/create-partner.service.js';
import type { CommandRunner } from '../command-runner.js';
import { CALL, examples } from '../examples.js';
import { recordAnswer } from '../output/record-answer.js';
import { parseName } from '../values/names.js';

export function addPartnerCreate(partner: Command, runner: CommandRunner): void {
  partner
    .command('create')
    .description('create a partner')
    .argument('<name>', 'name that payers see as the seller', parseName)
    .addHelpText('after', examples('partner create "Flower Shop"'))
    .action(
      runner.action(async (session, name: string) => {
        const app = await session.application();
        const { id, createdAt } = await app.get(CreatePartnerService).run({ name });
        const next = `Next: ${CALL} service create --partner ${id} --area directbilling --name "My service"`;
        return recordAnswer({ id, name, created_at: session.timestamp(createdAt) }, next);
      }),
    );
}
