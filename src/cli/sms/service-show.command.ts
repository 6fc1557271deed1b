import type { Command } from 'commander';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { recordAnswer } from '../output/record-answer.js';
import { parseServiceId } from '../values/service-id.js';
import { requireSmsService } from './require-sms-service.js';
import { smsServiceView } from './sms-service.view.js';

export function addSmsServiceShow(service: Command, runner: CommandRunner): void {
  service
    .command('show')
    .description('show an SMS service with its words, numbers and stock of codes')
    .argument('<id>', 'service id', parseServiceId)
    .addHelpText('after', examples('sms service show 0f3a9c21'))
    .action(
      runner.action(async (session, id: string) => {
        const app = await session.application();
        return recordAnswer(await smsServiceView(app, await requireSmsService(app, id), session));
      }),
    );
}
