import type { Command } from 'commander';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { addLedgerAdjust } from './adjust.command.js';
import { addLedgerHead } from './head.command.js';
import { addLedgerVerify } from './verify.command.js';

export function addLedgerCommands(program: Command, runner: CommandRunner): void {
  const ledger = program.command('ledger').description('the record of money').addHelpText('after', examples('ledger verify'));
  addLedgerVerify(ledger, runner);
  addLedgerHead(ledger, runner);
  addLedgerAdjust(ledger, runner);
}
