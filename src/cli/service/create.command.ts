import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { DataSource } from 'typeorm';
import { CreateDirectBillingService } from '../../products/direct-billing/services/create-direct-billing-service.js';
import { CreateService } from '../../platform/partners/services/create-service.js';
import type { Service } from '../../platform/partners/services/service.entity.js';
import { type Area, AREAS } from '../../platform/partners/services/service-status.js';
import type { CommandRunner } from '../command-runner.js';
import { CALL, examples } from '../examples.js';
import { recordAnswer } from '../output/record-answer.js';
import { requirePartner } from '../partner/require-partner.js';
import { UserError } from '../user-error.js';
import { requireAllowedTarget } from '../values/allowed-target.js';
import { parseName } from '../values/name.js';
import { parseNotifyUrl } from '../values/notify-url.js';
import { parseUuid } from '../values/uuid.js';
import { serviceView } from './service.view.js';

interface Options {
  partner: string;
  area: Area;
  name: string;
  suffix?: string;
  notifyUrl?: string;
}

const PARTNER = '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c';

export function addServiceCreate(service: Command, runner: CommandRunner): void {
  service
    .command('create')
    .description('create a service with signing keys of its own')
    .requiredOption('--partner <id>', 'whose service it is', parseUuid)
    .addOption(new Option('--area <area>', 'what it sells through').choices(AREAS).makeOptionMandatory())
    .requiredOption('--name <name>', 'name shown to payers', parseName)
    .option('--suffix <text>', 'title in the operators’ reports, DirectBilling only (default: the name)', parseName)
    .option('--notify-url <url>', 'where its notifications go (default: nowhere)', parseNotifyUrl)
    .addHelpText(
      'after',
      examples(
        `service create --partner ${PARTNER} --area directbilling --name "Game points" --suffix POINTS`,
        `service create --partner ${PARTNER} --area payment --name "Web shop" --notify-url https://shop.example/ipn`,
      ),
    )
    .action(
      runner.action(async (session, options: Options) => {
        if (options.suffix !== undefined && options.area !== 'directbilling') {
          throw UserError.usage('--suffix belongs to DirectBilling services: leave it out, or use --area directbilling.');
        }
        if (options.notifyUrl !== undefined) requireAllowedTarget(session, options.notifyUrl);
        const app = await session.application();
        await requirePartner(app, options.partner);
        const made = await create(app, options);
        return recordAnswer(serviceView(made, session), nextStep(made));
      }),
    );
}

function create(app: INestApplicationContext, { partner, area, name, suffix, notifyUrl }: Options): Promise<Service> {
  const input = { partnerId: partner, name, notifyUrl: notifyUrl ?? null };
  if (area === 'directbilling') return app.get(CreateDirectBillingService).run({ ...input, suffix: suffix ?? name });
  return app.get(DataSource).transaction((tx) => app.get(CreateService).run(tx, { ...input, area }));
}

function nextStep({ id, area }: Service): string {
  if (area === 'sms') return `Next: its type, words and numbers: ${CALL} sms service set-up ${id} --help`;
  return `Its signing keys: ${CALL} service key ${id}`;
}
