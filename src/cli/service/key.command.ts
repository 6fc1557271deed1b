import type { Command } from 'commander';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { parseServiceId } from '../values/identifiers.js';
import { keysAnswer } from './keys.answer.js';
import { requireService } from '../values/require-service.js';

export function addServiceKey(service: Command, runner: CommandRunner): void {
  service
    .command('key')
    .description('show the keys that notifications are signed with, in clear text')
    .argument('<id>', 'service id', parseServiceId)
    .addHelpText('after', examples('service key 0f3a9c21', 'service key 0f3a9c21 --json'))
    .action(
      runner.action(async (session, id: string) => {
        const app = await session.application();
        await requireService(app, id);
        return keysAnswer(app, session, id);
      }),
    );
}
