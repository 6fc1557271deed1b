import type { Command } from 'commander';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { recordAnswer } from '../output/record-answer.js';
import { parseServiceId } from '../values/identifiers.js';
import { requireService } from '../values/require-service.js';
import { serviceRecord } from './service.record.js';

export function addServiceShow(service: Command, runner: CommandRunner): void {
  service
    .command('show')
    .description('show one service with its notification settings and what its product adds')
    .argument('<id>', 'service id', parseServiceId)
    .addHelpText('after', examples('service show 0f3a9c21'))
    .action(
      runner.action(async (session, id: string) => {
        const app = await session.application();
        return recordAnswer(await serviceRecord(app, await requireService(app, id), session));
      }),
    );
}
