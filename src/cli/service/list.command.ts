import type { Command } from 'commander';
import { ServiceListQuery } from '../../platform/partners/services/service-list.query.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { listAnswer } from '../output/list-answer.js';
import { requirePartner } from '../partner/require-partner.js';
import { parseUuid } from '../values/identifiers.js';
import { serviceView } from './service.view.js';

export function addServiceList(service: Command, runner: CommandRunner): void {
  service
    .command('list')
    .description('list services, of one partner or of all')
    .option('--partner <id>', 'only this partner’s', parseUuid)
    .addHelpText('after', examples('service list', 'service list --partner 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c'))
    .action(
      runner.action(async (session, { partner }: { partner?: string }) => {
        const app = await session.application();
        if (partner !== undefined) await requirePartner(app, partner);
        const services = await app.get(ServiceListQuery).all(partner);
        const rows = services.map((row) => serviceView(row, session));
        return listAnswer(rows, ['id', 'area', 'name', 'status', 'notify_url', 'partner_id'], 'No services yet.');
      }),
    );
}
