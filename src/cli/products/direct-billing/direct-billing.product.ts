import { DirectBillingModule } from '../../../products/direct-billing/direct-billing.module.js';
import type { Product } from '../product.js';
import { addDirectBillingCommands } from './direct-billing.commands.js';
import { directBillingServices } from './services.js';
import { addServiceTariff } from './service-tariff.command.js';
import { directBillingTransactions } from './transactions.js';

export const DIRECT_BILLING: Product = {
  area: 'directbilling',
  title: 'DirectBilling',
  module: DirectBillingModule,
  services: directBillingServices,
  transactions: directBillingTransactions,
  addServiceCommands: addServiceTariff,
  addCommands: addDirectBillingCommands,
};
