import type { Command } from 'commander';
import { DataSource } from 'typeorm';
import { KeywordTaken } from '../../products/sms/services/keyword-taken.js';
import { ServiceDetailsQuery } from '../../products/sms/services/service-details.query.js';
import { SetUpSmsService } from '../../products/sms/services/set-up-sms-service.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { recordAnswer } from '../output/record-answer.js';
import { UserError } from '../user-error.js';
import { parseServiceId } from '../values/service-id.js';
import { requireSmsService } from './require-sms-service.js';
import { addSetupOptions, type SetupOptions, setupOf } from './setup-options.js';
import { smsServiceView } from './sms-service.view.js';

export function addSmsServiceSetUp(service: Command, runner: CommandRunner): void {
  addSetupOptions(
    service
      .command('set-up')
      .description('give an SMS service that was created without them its type, words and numbers')
      .argument('<id>', 'service id', parseServiceId),
  )
    .addHelpText('after', examples('sms service set-up 0f3a9c21 --type CODE_PACK --prefix TC --suffix KEYS --number 91055'))
    .action(
      runner.action(async (session, id: string, options: SetupOptions) => {
        const setup = setupOf(options);
        const app = await session.application();
        const found = await requireSmsService(app, id);
        if (await app.get(ServiceDetailsQuery).find(id))
          throw new UserError(`Service ${id} is set up already; its words and numbers stay as they are.`);
        try {
          await app.get(DataSource).transaction((tx) => app.get(SetUpSmsService).run(tx, id, setup));
        } catch (error) {
          throw error instanceof KeywordTaken ? new UserError(`${error.message} Choose another prefix or suffix.`) : error;
        }
        return recordAnswer(await smsServiceView(app, found, session));
      }),
    );
}
