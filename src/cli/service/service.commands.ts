import { ServiceListQuery } from '../../platform/partners/services/service-list.query.js';
import type { CliCommand } from '../cli-command.js';
import { listResult, recordResult } from '../output/result.js';
import { CLI_PRODUCTS } from '../products/products.js';
import { parseServiceId, parseUuid } from '../values/identifiers.js';
import { requirePartner, requireService } from '../values/require-existing.js';
import { addServiceBrand } from './brand.command.js';
import { addServiceCreate } from './create.command.js';
import { addServiceKey, addServiceReencryptKeys, addServiceRotateKey } from './keys.commands.js';
import { SERVICE, serviceRecord } from './service.view.js';
import { addServiceSet } from './set.command.js';

const CALLS = [
  'service create --partner 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c --area directbilling --name "Game points"',
  'service set 0f3a9c21 --notify-url https://shop.example/ipn',
  'service key 0f3a9c21',
];

export function addServiceCommands(service: CliCommand): void {
  service.examples(...CALLS);
  addServiceCreate(service);
  addServiceList(service);
  addServiceShow(service);
  addServiceSet(service);
  addServiceBrand(service);
  addServiceKey(service);
  addServiceRotateKey(service);
  addServiceReencryptKeys(service);
  for (const product of CLI_PRODUCTS) product.addServiceCommands?.(service);
}

function addServiceList(service: CliCommand): void {
  service
    .command('list')
    .description('list services, of one partner or of all')
    .option('--partner <id>', 'only this partner’s', parseUuid)
    .examples('service list', 'service list --partner 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c')
    .withQueries(async ({ app, session }, { partner }: { partner?: string }) => {
      if (partner !== undefined) await requirePartner(app, partner);
      const services = await app.get(ServiceListQuery).listServices(partner);
      return listResult(session, SERVICE, services, 'No services yet.');
    });
}

function addServiceShow(service: CliCommand): void {
  service
    .command('show')
    .description('show one service with its notification settings and the settings of its product')
    .argument('<id>', 'service id', parseServiceId)
    .examples('service show 0f3a9c21')
    .withApplication(async ({ app, session }, id: string) => {
      return recordResult(await serviceRecord(app, await requireService(app, id), session));
    });
}
