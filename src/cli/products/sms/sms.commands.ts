import type { Command } from 'commander';
import type { CommandRunner } from '../../command-runner.js';
import { examples } from '../../examples.js';
import { addCodesUpload } from './codes-upload.command.js';
import { addInboundList } from './inbound-list.command.js';

export function addSmsCommands(program: Command, runner: CommandRunner): void {
  const sms = program
    .command('sms')
    .description('premium SMS: packs of codes and received messages')
    .addHelpText('after', examples('sms codes upload 0f3a9c21 codes.txt', 'sms inbound list --outcome refused'));
  const codes = sms.command('codes').description('packs of codes').addHelpText('after', examples('sms codes upload 0f3a9c21 codes.txt'));
  addCodesUpload(codes, runner);
  const inbound = sms.command('inbound').description('received messages').addHelpText('after', examples('sms inbound list'));
  addInboundList(inbound, runner);
}
