import type { Command } from 'commander';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { addSettlementDifferences } from './differences.command.js';
import { addSettlementFiles } from './files.command.js';
import { addSettlementImport } from './import.command.js';
import { addSettlementList } from './list.command.js';
import { addSettle } from './settle.command.js';
import { addSettlementUndo } from './undo.command.js';

export function addSettlementCommands(program: Command, runner: CommandRunner): void {
  const settlement = program
    .command('settlement')
    .description('what operators, channels and the SMS gateway pay for a period')
    .addHelpText('after', examples('settlement settle orange --month 2026-10 --reference ORA-2026-10 --author Anna', 'settlement list'));
  addSettle(settlement, runner);
  addSettlementList(settlement, runner);
  addSettlementImport(settlement, runner);
  addSettlementFiles(settlement, runner);
  addSettlementDifferences(settlement, runner);
  addSettlementUndo(settlement, runner);
}
