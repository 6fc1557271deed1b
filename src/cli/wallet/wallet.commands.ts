import type { Command } from 'commander';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { addPayout } from './payout.command.js';
import { addWalletShow } from './show.command.js';

export function addWalletCommands(program: Command, runner: CommandRunner): void {
  const wallet = program
    .command('wallet')
    .description('money that partners earned')
    .addHelpText('after', examples('wallet show 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c'));
  addWalletShow(wallet, runner);
  addPayout(wallet, runner);
}
