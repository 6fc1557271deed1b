import { ServiceListQuery } from '../../platform/partners/services/service-list.query.js';
import { command, listCommand, noun } from '../command.js';
import { argument, option } from '../inputs.js';
import { recordResult } from '../output/result.js';
import { CLI_PRODUCTS } from '../products/products.js';
import { parseServiceId, parseUuid } from '../values/identifiers.js';
import { requirePartner, requireService } from '../values/require-existing.js';
import { brand } from './brand.command.js';
import { create } from './create.command.js';
import { key, reencryptKeys, rotateKey } from './keys.commands.js';
import { SERVICE, serviceRecord } from './service.view.js';
import { set } from './set.command.js';

const list = listCommand({
  description: 'list services, of one partner or of all',
  takes: { partnerId: option('--partner <id>', 'only this partner’s', parseUuid) },
  examples: ['service list', 'service list --partner 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c'],
  opens: 'queries',
  view: SERVICE,
  async rows({ app }, { partnerId }) {
    if (partnerId !== undefined) await requirePartner(app, partnerId);
    return app.get(ServiceListQuery).listServices(partnerId);
  },
  empty: 'No services yet.',
});

const show = command({
  description: 'show one service with its notification settings and the settings of its product',
  takes: { id: argument('<id>', 'service id', parseServiceId) },
  examples: ['service show 0f3a9c21'],
  async run({ app, session }, { id }) {
    return recordResult(await serviceRecord(app, await requireService(app, id), session));
  },
});

export const service = noun({
  examples: [
    'service create --partner 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c --area directbilling --name "Game points"',
    'service set 0f3a9c21 --notify-url https://shop.example/ipn',
    'service key 0f3a9c21',
  ],
  commands: [
    { create, list, show, set, brand, key, 'rotate-key': rotateKey, 'reencrypt-keys': reencryptKeys },
    ...CLI_PRODUCTS.map(({ serviceCommands = {} }) => serviceCommands),
  ],
});
