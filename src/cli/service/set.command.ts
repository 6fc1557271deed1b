import { DataSource } from 'typeorm';
import { SERVICE_STATUSES } from '../../platform/partners/services/service-status.js';
import { UpdateService } from '../../platform/partners/services/update-service.js';
import { AUDIT_FLAGS, changeCommand } from '../command.js';
import { argument, givenValues, nullableOption, option } from '../inputs.js';
import { recordResult } from '../output/result.js';
import { productOptions } from '../products/product-options.js';
import { CLI_PRODUCTS, requireProduct } from '../products/products.js';
import { UserError } from '../user-error.js';
import { parseNotifyUrl, parseRetrySchedule, requireAllowedTarget } from '../values/endpoints.js';
import { parseServiceId } from '../values/identifiers.js';
import { parseName } from '../values/names.js';
import { requireService } from '../values/require-existing.js';
import { EXISTING_CLIENTS, NOTIFICATION_OPTIONS } from './notification-options.js';
import { serviceRecord } from './service.view.js';

const productChanges = CLI_PRODUCTS.flatMap(({ services }) => services.change ?? []);

export const set = changeCommand({
  description: 'change a service; omitted options change nothing',
  takes: {
    id: argument('<id>', 'service id', parseServiceId),
    name: option('--name <name>', 'name shown to payers', parseName),
    status: option('--status <status>', 'only an active service sells', SERVICE_STATUSES),
    notifyUrl: nullableOption('--notify-url <url>', 'where its notifications go, or "none"', 'none', parseNotifyUrl),
    retryScheduleSeconds: nullableOption(
      '--retry-schedule <steps>',
      'waiting time before each attempt, or "default"',
      'default',
      parseRetrySchedule,
    ),
    ...NOTIFICATION_OPTIONS,
    entered: productOptions(({ services }) => services.change?.options ?? []),
  },
  notes: [EXISTING_CLIENTS, ...productChanges.flatMap(({ notes }) => notes)].join('\n'),
  examples: [
    'service set 0f3a9c21 --notify-url https://shop.example/ipn',
    'service set 0f3a9c21 --status service_blocked',
    'service set 0f3a9c21 --retry-schedule 0,5,30,2m,10m,1h',
    ...productChanges.flatMap(({ examples }) => examples),
  ],
  opens: 'nothing',
  async run({ session, target }, { id, entered, ...settings }) {
    const changes = givenValues(settings);
    if (entered.isEmpty && Object.keys(changes).length === 0) {
      const flags = target.options.map(({ long = '' }) => long).filter((long) => !AUDIT_FLAGS.includes(long));
      throw UserError.usage(`Nothing to change: give at least one of ${flags.join(', ')}.`);
    }
    if (changes.notifyUrl) requireAllowedTarget(session, changes.notifyUrl);
    const app = await session.application();
    const { area } = await requireService(app, id);
    const product = entered.isEmpty ? null : requireProduct(area);
    const details = product ? entered.parseFor(product) : {};
    product?.services.check?.(details, session);
    await app.get(DataSource).transaction(async (tx) => {
      await app.get(UpdateService).run(tx, id, changes); // locks the row, so that concurrent changes of one service wait for each other
      await product?.services.update?.(app, tx, id, details);
    });
    return recordResult(await serviceRecord(app, await requireService(app, id), session));
  },
});
