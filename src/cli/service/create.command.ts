import { CLI_COMMAND } from '../../runtime/cli-command.js';
import { changeCommand } from '../command.js';
import { option, requiredOption } from '../inputs.js';
import { recordResult } from '../output/result.js';
import { productOptions } from '../products/product-options.js';
import { CLI_PRODUCTS, requireProduct } from '../products/products.js';
import { parseNotifyUrl, requireAllowedTarget } from '../values/endpoints.js';
import { parseUuid } from '../values/identifiers.js';
import { parseName } from '../values/names.js';
import { requirePartner } from '../values/require-existing.js';
import { EXISTING_CLIENTS, NOTIFICATION_OPTIONS } from './notification-options.js';
import { serviceRecord } from './service.view.js';

const creations = CLI_PRODUCTS.map(({ services }) => services.creation);

export const create = changeCommand({
  description: 'create a service with its own signing keys',
  takes: {
    partnerId: requiredOption('--partner <id>', 'whose service it is', parseUuid),
    area: requiredOption(
      '--area <area>',
      'product that it sells',
      CLI_PRODUCTS.map(({ area }) => area),
    ),
    name: requiredOption('--name <name>', 'name shown to payers', parseName),
    notifyUrl: option('--notify-url <url>', 'where its notifications go (default: nowhere)', parseNotifyUrl),
    ...NOTIFICATION_OPTIONS,
    entered: productOptions(({ services }) => services.creation.options),
  },
  notes: [EXISTING_CLIENTS, ...creations.flatMap(({ notes }) => notes)].join('\n'),
  examples: creations.flatMap(({ examples }) => examples),
  opens: 'nothing',
  async run({ session }, { area, entered, ...settings }) {
    const product = requireProduct(area);
    const options = entered.parseFor(product);
    product.services.check?.(options, session);
    if (settings.notifyUrl !== undefined) requireAllowedTarget(session, settings.notifyUrl);
    const app = await session.application();
    await requirePartner(app, settings.partnerId);
    const created = await product.services.create(app, settings, options);
    const clientNote = area === 'directbilling' && settings.amountRendering === undefined ? `\n${EXISTING_CLIENTS}` : '';
    return recordResult(
      await serviceRecord(app, created, session),
      `Its signing keys: ${CLI_COMMAND} service key ${created.id}${clientNote}`,
    );
  },
});
