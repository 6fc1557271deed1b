import type { Command } from 'commander';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { addPayerErase } from './erase.command.js';
import { addPayerErasures } from './erasures.command.js';

export function addPayerCommands(program: Command, runner: CommandRunner): void {
  const payer = program
    .command('payer')
    .description('erase what is known of a payer who asks for it')
    .addHelpText('after', examples('payer erase +48500600700 --dry-run', 'payer erasures'));
  addPayerErase(payer, runner);
  addPayerErasures(payer, runner);
}
