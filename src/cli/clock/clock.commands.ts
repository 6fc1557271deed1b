import type { Command } from 'commander';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { addClockForward } from './forward.command.js';
import { addClockShow } from './show.command.js';

export function addClockCommands(program: Command, runner: CommandRunner): void {
  const clock = program
    .command('clock')
    .description('business time, by which payments expire and subscriptions are charged; the sandbox lets it be moved')
    .addHelpText('after', examples('clock show', 'clock forward 30d'));
  addClockShow(clock, runner);
  addClockForward(clock, runner);
}
