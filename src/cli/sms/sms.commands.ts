import type { Command } from 'commander';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { addCodesUpload } from './codes-upload.command.js';
import { addInboundList } from './inbound-list.command.js';
import { addSmsServiceCreate } from './service-create.command.js';
import { addSmsServiceSetUp } from './service-set-up.command.js';
import { addSmsServiceShow } from './service-show.command.js';
import { addSmsTransactionShow } from './transaction-show.command.js';

export function addSmsCommands(program: Command, runner: CommandRunner): void {
  const sms = program
    .command('sms')
    .description('premium SMS: services, packs of codes and received messages')
    .addHelpText(
      'after',
      examples('sms service show 0f3a9c21', 'sms codes upload 0f3a9c21 codes.txt', 'sms inbound list --outcome refused'),
    );
  const service = sms
    .command('service')
    .description('SMS services with their words and numbers')
    .addHelpText('after', examples('sms service show 0f3a9c21'));
  addSmsServiceCreate(service, runner);
  addSmsServiceSetUp(service, runner);
  addSmsServiceShow(service, runner);
  const codes = sms.command('codes').description('packs of codes').addHelpText('after', examples('sms codes upload 0f3a9c21 codes.txt'));
  addCodesUpload(codes, runner);
  const inbound = sms.command('inbound').description('received messages').addHelpText('after', examples('sms inbound list'));
  addInboundList(inbound, runner);
  const transaction = sms.command('transaction').description('sold messages').addHelpText('after', examples('sms transaction show 42'));
  addSmsTransactionShow(transaction, runner);
}
