import type { Command } from 'commander';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { addPartnerBlock, addPartnerUnblock } from './block.command.js';
import { addPartnerCreate } from './create.command.js';
import { addPartnerList } from './list.command.js';
import { addPartnerStatement } from './statement.command.js';

export function addPartnerCommands(program: Command, runner: CommandRunner): void {
  const partner = program
    .command('partner')
    .description('merchants that the gateway is run for')
    .addHelpText('after', examples('partner create "Flower Shop"', 'partner list'));
  addPartnerCreate(partner, runner);
  addPartnerList(partner, runner);
  addPartnerBlock(partner, runner);
  addPartnerUnblock(partner, runner);
  addPartnerStatement(partner, runner);
}
