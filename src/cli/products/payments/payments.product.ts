import { PaymentsModule } from '../../../products/payments/payments.module.js';
import type { Product } from '../product.js';
import { addPaymentCommands } from './payments.commands.js';
import { addRatesCommands } from './rates.commands.js';
import { addServiceChannels } from './service-channels.command.js';
import { paymentServices } from './services.js';
import { addSubscriptionCommands } from './subscriptions.commands.js';
import { paymentTransactions } from './transactions.js';

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
