import { ChangeDirectBillingService } from '../../../products/direct-billing/services/change-direct-billing-service.js';
import { CreateDirectBillingService } from '../../../products/direct-billing/services/create-direct-billing-service.js';
import { ServiceSuffixesQuery } from '../../../products/direct-billing/services/service-suffixes.query.js';
import { givenValues, option } from '../../inputs.js';
import { parseName } from '../../values/names.js';
import type { ProductCommands, ProductServices } from '../product.js';
import { tariff } from './service-tariff.command.js';
import { directBillingTransactions } from './transactions.js';

interface Options {
  suffix?: string;
}

const directBillingServices: ProductServices = {
  creation: {
    options: [option('--suffix <text>', 'title in the operators’ reports (default: the name)', parseName)],
    notes: ['A new DirectBilling service has the same tariff at every operator: see "service tariff".'],
    examples: [
      'service create --partner 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c --area directbilling --name "Game points" --suffix POINTS --notify-url https://shop.example/ipn',
    ],
  },
  change: {
    options: [option('--suffix <text>', 'title in the operators’ reports', parseName)],
    notes: [],
    examples: ['service set 0f3a9c21 --amounts shortest --suffix POINTS'],
  },

  instantSetup: {
    options: () => ({}),
    call: (serviceId) => ({ path: `/directbilling/${serviceId}/transactions`, body: { amount: 12.3 } }),
  },

  create(app, service, { suffix = service.name }: Options) {
    return app.get(CreateDirectBillingService).run({ ...service, suffix });
  },

  update(app, tx, serviceId, { suffix }: Options) {
    return app.get(ChangeDirectBillingService).run(tx, serviceId, givenValues({ suffix }));
  },

  async show(app, serviceId) {
    const suffixOf = await app.get(ServiceSuffixesQuery).readSuffixes([serviceId]);
    return { suffix: suffixOf(serviceId) };
  },
};

export const DIRECT_BILLING_CLI: ProductCommands = {
  services: directBillingServices,
  transactions: directBillingTransactions,
  serviceCommands: { tariff },
};
