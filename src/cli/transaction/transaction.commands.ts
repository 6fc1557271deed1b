import type { Command } from 'commander';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { addTransactionFind } from './find.command.js';
import { addTransactionShow } from './show.command.js';
import { addTransactionUnknown } from './unknown.command.js';

export function addTransactionCommands(program: Command, runner: CommandRunner): void {
  const transaction = program
    .command('transaction')
    .description('what happened to a transaction')
    .addHelpText(
      'after',
      examples('transaction show 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c', 'transaction show 42', 'transaction find --control order-1'),
    );
  addTransactionShow(transaction, runner);
  addTransactionFind(transaction, runner);
  addTransactionUnknown(transaction, runner);
}
