import { Option } from 'commander';
import type { ChannelId } from '../../../connectors/channels/catalogue/channel-ids.js';
import { ServiceChannelsQuery } from '../../../products/payments/channels/service-channels.query.js';
import { PaymentsModule } from '../../../products/payments/payments.module.js';
import { CreatePaymentService } from '../../../products/payments/services/create-payment-service.js';
import type { Product, ProductServices } from '../product.js';
import { parseChannels } from './channel-values.js';
import { addPaymentCommands } from './payment.commands.js';
import { addRatesCommands } from './rates.commands.js';
import { addServiceChannels } from './service-channels.command.js';
import { addSubscriptionCommands } from './subscriptions.commands.js';
import { paymentTransactions } from './transactions.js';

interface Options {
  channels?: readonly ChannelId[];
}

const paymentServices: ProductServices = {
  creation: {
    options: [
      new Option('--channels <channels>', 'what payers may choose among, with commas between them (default: all)').argParser(parseChannels),
    ],
    notes: ['An online payment service begins with the catalogue’s commissions and limits: see "service channels".'],
    examples: [
      'service create --partner 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c --area payment --name "Book shop" --channels blik,mbank,card',
    ],
  },
  change: { options: [], notes: [], examples: [] },

  create(app, service, { channels }: Options) {
    return app.get(CreatePaymentService).run({ ...service, ...(channels && { channels }) });
  },

  async update() {
    // Its channels have a command of their own.
  },

  async show(app, serviceId) {
    const channels = await app.get(ServiceChannelsQuery).of(serviceId);
    const enabled = channels.filter((channel) => channel.enabled).map(({ channel }) => channel.id);
    return { channels: enabled.join(', ') };
  },
};

export const PAYMENTS: Product = {
  area: 'payment',
  title: 'Online payments',
  module: PaymentsModule,
  services: paymentServices,
  transactions: paymentTransactions,
  addServiceCommands: addServiceChannels,
  addCommands(program, runner) {
    addPaymentCommands(program, runner);
    addRatesCommands(program, runner);
    addSubscriptionCommands(program, runner);
  },
};
