import { INTEGER_IDS } from '../support/common-reads.js';
import { headersOf } from '../support/numeric-ids.js';
import type { OlderClient } from '../support/older-client.js';

export const SYLIUS: OlderClient = {
  name: 'Sylius plugin',
  version: '1.0.0',
  source: 'https://github.com/SimPaypl/SyliusSimPayPlugin (fc2018c)',
  baseUrlLocation: '`base_uri` in `src/SimPay/SimPayHttpClient.php`',
  notificationOptions: '`--amounts shortest --service-id-name service_id`',
  userWarning: 'it cannot create a transaction: it expects whole numbers as ids of services',
  headers: headersOf('PHP'),
  error: { message: 'text' },
  calls: [
    {
      name: 'create a transaction',
      method: 'POST',
      path: '/directbilling/5/transactions',
      body: { amount: 5 },
      reads: { 'data.transactionId': 'text' },
      brokenBecause: INTEGER_IDS,
    },
  ],
};
