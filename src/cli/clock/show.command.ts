import type { Command } from 'commander';
import { BusinessClock, SystemClock } from '../../common/time/clocks.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { clockAnswer } from './clock.answer.js';

export function addClockShow(clock: Command, runner: CommandRunner): void {
  clock
    .command('show')
    .description('print business time, and how far it is ahead of the wall clock')
    .addHelpText('after', examples('clock show', 'clock show --json'))
    .action(
      runner.action(async (session) => {
        const app = await session.application();
        return clockAnswer(session, app.get(BusinessClock), app.get(SystemClock));
      }),
    );
}
