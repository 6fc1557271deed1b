import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import { ServiceChannelsQuery } from '../../../products/payments/payment-methods/service-channels.query.js';
import { CreateServiceForPayments } from '../../../products/payments/services/create-service-for-payments.js';
import { option } from '../../inputs.js';
import type { ProductCommands, ProductServices } from '../product.js';
import { parseChannels } from './channel-values.js';
import { serviceChannels } from './service-channels.command.js';
import { paymentTransactions } from './transactions.js';

const paymentServices: ProductServices = {
  creation: {
    options: [option('--channels <channels>', 'channels that payers can choose, separated by commas (default: all)', parseChannels)],
    notes: ['A new online payment service has the catalogue’s commissions and limits: see "service channels".'],
    examples: [
      'service create --partner 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c --area payment --name "Book shop" --channels blik,mbank,card',
    ],
  },

  create(app, service, { channels }: { channels?: readonly ChannelId[] }) {
    return app.get(CreateServiceForPayments).run({ ...service, ...(channels && { channels }) });
  },

  instantSetup: {
    options: () => ({}),
    call: (serviceId) => ({ path: `/payment/${serviceId}/transactions`, body: { amount: 49.99 } }),
  },

  async show(app, serviceId) {
    const channels = await app.get(ServiceChannelsQuery).list(serviceId);
    const enabled = channels.filter((channel) => channel.enabled).map(({ channel }) => channel.id);
    return { channels: enabled.join(', ') };
  },
};

export const PAYMENTS_CLI: ProductCommands = {
  services: paymentServices,
  transactions: paymentTransactions,
  serviceCommands: { channels: serviceChannels },
};
