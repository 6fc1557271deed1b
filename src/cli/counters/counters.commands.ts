import type { Command } from 'commander';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { addCountersVerify } from './verify.command.js';

export function addCountersCommands(program: Command, runner: CommandRunner): void {
  const counters = program
    .command('counters')
    .description('how many rows each list has, by status and time')
    .addHelpText('after', examples('counters verify'));
  addCountersVerify(counters, runner);
}
