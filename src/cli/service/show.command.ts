import type { Command } from 'commander';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { recordAnswer } from '../output/record-answer.js';
import { parseServiceId } from '../values/service-id.js';
import { requireService } from './require-service.js';
import { serviceView } from './service.view.js';

export function addServiceShow(service: Command, runner: CommandRunner): void {
  service
    .command('show')
    .description('show one service with its notification settings')
    .argument('<id>', 'service id', parseServiceId)
    .addHelpText('after', examples('service show 0f3a9c21'))
    .action(
      runner.action(async (session, id: string) => {
        const app = await session.application();
        return recordAnswer(serviceView(await requireService(app, id), session));
      }),
    );
}
