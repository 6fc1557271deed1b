import type { Command } from 'commander';
import { ServiceListQuery } from '../../platform/partners/services/service-list.query.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { listAnswer, recordAnswer } from '../output/answer.js';
import { PRODUCTS } from '../products/products.js';
import { parseServiceId, parseUuid } from '../values/identifiers.js';
import { requirePartner, requireService } from '../values/require-existing.js';
import { addServiceBrand } from './brand.command.js';
import { addServiceCreate } from './create.command.js';
import { addServiceKey, addServiceResealKeys, addServiceRotateKey } from './keys.commands.js';
import { SERVICE, serviceRecord } from './service.view.js';
import { addServiceSet } from './set.command.js';

const CALLS = [
  'service create --partner 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c --area directbilling --name "Game points"',
  'service set 0f3a9c21 --notify-url https://shop.example/ipn',
  'service key 0f3a9c21',
];

export function addServiceCommands(program: Command, runner: CommandRunner): void {
  const service = program
    .command('service')
    .description('what partners sell through, with its signing keys and notify address')
    .addHelpText('after', examples(...CALLS));
  addServiceCreate(service, runner);
  addServiceList(service, runner);
  addServiceShow(service, runner);
  addServiceSet(service, runner);
  addServiceBrand(service, runner);
  addServiceKey(service, runner);
  addServiceRotateKey(service, runner);
  addServiceResealKeys(service, runner);
  for (const product of PRODUCTS) product.addServiceCommands?.(service, runner);
}

function addServiceList(service: Command, runner: CommandRunner): void {
  service
    .command('list')
    .description('list services, of one partner or of all')
    .option('--partner <id>', 'only this partner’s', parseUuid)
    .addHelpText('after', examples('service list', 'service list --partner 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c'))
    .action(
      runner.action(async (session, { partner }: { partner?: string }) => {
        const app = await session.application();
        if (partner !== undefined) await requirePartner(app, partner);
        const services = await app.get(ServiceListQuery).all(partner);
        return listAnswer(session, SERVICE, services, 'No services yet.');
      }),
    );
}

function addServiceShow(service: Command, runner: CommandRunner): void {
  service
    .command('show')
    .description('show one service with its notification settings and what its product adds')
    .argument('<id>', 'service id', parseServiceId)
    .addHelpText('after', examples('service show 0f3a9c21'))
    .action(
      runner.action(async (session, id: string) => {
        const app = await session.application();
        return recordAnswer(await serviceRecord(app, await requireService(app, id), session));
      }),
    );
}
