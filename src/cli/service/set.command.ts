import { Option } from 'commander';
import { DataSource } from 'typeorm';
import { SERVICE_STATUSES, type ServiceStatus } from '../../platform/partners/services/service-status.js';
import { type ServiceChanges, UpdateService } from '../../platform/partners/services/update-service.js';
import type { CliCommand } from '../cli-command.js';
import { recordResult } from '../output/result.js';
import { ProductOptions } from '../products/product-options.js';
import { CLI_PRODUCTS, requireProduct } from '../products/products.js';
import { UserError } from '../user-error.js';
import { parseNotifyUrl, parseRetrySchedule, requireAllowedTarget } from '../values/endpoints.js';
import { parseServiceId } from '../values/identifiers.js';
import { parseName } from '../values/names.js';
import { requireService } from '../values/require-existing.js';
import { addNotificationOptions, EXISTING_CLIENTS, type NotificationOptions, notificationSettings } from './notification-options.js';
import { serviceRecord } from './service.view.js';

interface Options extends NotificationOptions {
  name?: string;
  status?: ServiceStatus;
  notifyUrl?: string;
  retrySchedule?: number[] | 'default';
}

const NONE = 'none'; // because an option's parser cannot return null

export function addServiceSet(service: CliCommand): void {
  const command = service
    .command('set')
    .changes()
    .description('change a service; omitted options change nothing')
    .argument('<id>', 'service id', parseServiceId)
    .option('--name <name>', 'name shown to payers', parseName)
    .addOption(new Option('--status <status>', 'only an active service sells').choices(SERVICE_STATUSES))
    .option('--notify-url <url>', 'where its notifications go, or "none"', (text) => (text === NONE ? NONE : parseNotifyUrl(text)))
    .option('--retry-schedule <steps>', 'waiting time before each attempt, or "default"', parseRetrySchedule);
  addNotificationOptions(command);
  const productOptions = new ProductOptions(command, CLI_PRODUCTS, (product) => product.services.change?.options ?? []);
  command
    .notes(`${[EXISTING_CLIENTS, ...CLI_PRODUCTS.flatMap((product) => product.services.change?.notes ?? [])].join('\n')}`)
    .examples(
      'service set 0f3a9c21 --notify-url https://shop.example/ipn',
      'service set 0f3a9c21 --status service_blocked',
      'service set 0f3a9c21 --retry-schedule 0,5,30,2m,10m,1h',
      ...CLI_PRODUCTS.flatMap((product) => product.services.change?.examples ?? []),
    )
    .runs(async (session, id: string, settings: Options) => {
      const changes = changesOf(settings);
      if (Object.keys(changes).length === 0 && productOptions.isEmpty) {
        throw UserError.usage(`Nothing to change: give at least one of ${command.ownOptions.map(({ long }) => long).join(', ')}.`);
      }
      if (changes.notifyUrl) requireAllowedTarget(session, changes.notifyUrl);
      const app = await session.application();
      const { area } = await requireService(app, id);
      const product = productOptions.isEmpty ? null : requireProduct(area);
      const options = product ? productOptions.readFor(product) : {};
      product?.services.check?.(options, session);
      await app.get(DataSource).transaction(async (tx) => {
        await app.get(UpdateService).run(tx, id, changes); // locks the row, so that concurrent changes of one service wait for each other
        await product?.services.update?.(app, tx, id, options);
      });
      return recordResult(await serviceRecord(app, await requireService(app, id), session));
    });
}

function changesOf({ name, status, notifyUrl, retrySchedule, ...notification }: Options): ServiceChanges {
  return {
    ...(name !== undefined && { name }),
    ...(status !== undefined && { status }),
    ...(notifyUrl !== undefined && { notifyUrl: notifyUrl === NONE ? null : notifyUrl }),
    ...notificationSettings(notification),
    ...(retrySchedule !== undefined && { retryScheduleSeconds: retrySchedule === 'default' ? null : retrySchedule }),
  };
}
