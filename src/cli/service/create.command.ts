import { Option } from 'commander';
import type { Area } from '../../platform/partners/services/service-status.js';
import { CLI_COMMAND, type CliCommand } from '../cli-command.js';
import { recordResult } from '../output/result.js';
import { ProductOptions } from '../products/product-options.js';
import { CLI_PRODUCTS, requireProduct } from '../products/products.js';
import { parseNotifyUrl, requireAllowedTarget } from '../values/endpoints.js';
import { parseUuid } from '../values/identifiers.js';
import { parseName } from '../values/names.js';
import { requirePartner } from '../values/require-existing.js';
import { addNotificationOptions, EXISTING_CLIENTS, type NotificationOptions, notificationSettings } from './notification-options.js';
import { serviceRecord } from './service.view.js';

interface Options extends NotificationOptions {
  partner: string;
  area: Area;
  name: string;
  notifyUrl?: string;
}

export function addServiceCreate(service: CliCommand): void {
  const command = service
    .command('create')
    .changes()
    .description('create a service with its own signing keys')
    .requiredOption('--partner <id>', 'whose service it is', parseUuid)
    .addOption(new Option('--area <area>', 'product that it sells').choices(CLI_PRODUCTS.map(({ area }) => area)).makeOptionMandatory())
    .requiredOption('--name <name>', 'name shown to payers', parseName)
    .option('--notify-url <url>', 'where its notifications go (default: nowhere)', parseNotifyUrl);
  addNotificationOptions(command);
  const productOptions = new ProductOptions(command, CLI_PRODUCTS, (product) => product.services.creation.options);
  command
    .notes(`${[EXISTING_CLIENTS, ...CLI_PRODUCTS.flatMap((product) => product.services.creation.notes)].join('\n')}`)
    .examples(...CLI_PRODUCTS.flatMap((product) => product.services.creation.examples))
    .runs(async (session, { partner, area, name, notifyUrl, ...notification }: Options) => {
      const product = requireProduct(area);
      const options = productOptions.readFor(product);
      product.services.check?.(options, session);
      if (notifyUrl !== undefined) requireAllowedTarget(session, notifyUrl);
      const app = await session.application();
      await requirePartner(app, partner);
      const input = { partnerId: partner, name, notifyUrl: notifyUrl ?? null, ...notificationSettings(notification) };
      const created = await product.services.create(app, input, options);
      const clientNote = area === 'directbilling' && notification.amounts === undefined ? `\n${EXISTING_CLIENTS}` : '';
      return recordResult(
        await serviceRecord(app, created, session),
        `Its signing keys: ${CLI_COMMAND} service key ${created.id}${clientNote}`,
      );
    });
}
