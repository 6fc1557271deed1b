import type { Command } from 'commander';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { addNotificationTest } from './test.command.js';

export function addNotificationCommands(program: Command, runner: CommandRunner): void {
  const notification = program
    .command('notification')
    .description('what partners are told')
    .addHelpText('after', examples('notification test 0f3a9c21'));
  addNotificationTest(notification, runner);
}
