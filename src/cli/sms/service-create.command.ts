import type { Command } from 'commander';
import { CreateSmsService } from '../../products/sms/services/create-sms-service.js';
import { KeywordTaken } from '../../products/sms/services/keyword-taken.js';
import type { CommandRunner } from '../command-runner.js';
import { CALL, examples } from '../examples.js';
import { recordAnswer } from '../output/record-answer.js';
import { requirePartner } from '../partner/require-partner.js';
import { UserError } from '../user-error.js';
import { parseName } from '../values/name.js';
import { parseUuid } from '../values/uuid.js';
import { addSetupOptions, type SetupOptions, setupOf } from './setup-options.js';
import { smsServiceView } from './sms-service.view.js';

const FOR = '--partner 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c --name "Game points"';

export function addSmsServiceCreate(service: Command, runner: CommandRunner): void {
  addSetupOptions(
    service
      .command('create')
      .description('create an SMS service: messages that begin with prefix.suffix and come to its numbers')
      .requiredOption('--partner <id>', 'whose service it is', parseUuid)
      .requiredOption('--name <name>', 'name shown to partners', parseName),
  )
    .addHelpText('after', '\nONE_TIME_CODE: a fresh code for each message. CODE_PACK: the next of the uploaded codes.')
    .addHelpText('after', 'API_URL: what the partner’s program answers.')
    .addHelpText(
      'after',
      examples(
        `sms service create ${FOR} --type ONE_TIME_CODE --prefix TC --suffix POINTS --number 7055 --number 7155`,
        `sms service create ${FOR} --type API_URL --api-url https://shop.example/sms --prefix TC --suffix CHAT --number 7255`,
      ),
    )
    .action(
      runner.action(async (session, { partner, name, ...options }: SetupOptions & { partner: string; name: string }) => {
        const setup = setupOf(options);
        const app = await session.application();
        await requirePartner(app, partner);
        const made = await app
          .get(CreateSmsService)
          .run({ partnerId: partner, name, ...setup })
          .catch(explain);
        return recordAnswer(await smsServiceView(app, made, session), `Its signing keys: ${CALL} service key ${made.id}`);
      }),
    );
}

function explain(error: unknown): never {
  throw error instanceof KeywordTaken ? new UserError(`${error.message} Choose another prefix or suffix.`) : error;
}
