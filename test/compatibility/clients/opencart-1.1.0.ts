import type { OlderClient } from '../support/older-client.js';
import { ECOMMERCE } from './ecommerce-1.0.3.js';

export const OPENCART: OlderClient = {
  ...ECOMMERCE,
  name: 'OpenCart plugin on the e-commerce package',
  version: '1.1.0',
  source: 'https://github.com/SimPaypl/simpay-payment-opencart (bbc417f)',
  baseUrlLocation: `${ECOMMERCE.baseUrlLocation} of the extension`,
  userWarning:
    'it cannot book a paid order: it reads the amount from `amount.value` of a notification, which has `final_value` and `original_value` ' +
    'instead. So it reads 0 and responds with 400. Mark orders as paid in the shop',
  headers: (token) => ({ ...ECOMMERCE.headers(token), 'X-SIM-PLATFORM': 'opencart', 'X-SIM-PLATFORM-VERSION': '4.0.2.3' }),
  calls: [
    {
      name: 'create a payment of a shop’s order',
      method: 'POST',
      path: '/payment/{pay}/transactions',
      body: {
        amount: 99.99,
        currency: 'PLN',
        description: 'Zamówienie #123 - Sklep z mieczami, tarczami i wszystkim, czego trzeba rycerzowi',
        control: '123',
        customer: { name: 'Jan Kowalski', email: 'jan@example.com' },
        antifraud: { systemId: '7' },
        returns: { success: 'https://shop.example/ok', failure: 'https://shop.example/no' },
        commissionMode: 'merchant',
      },
      reads: { 'data.redirectUrl': 'text' },
    },
    ...ECOMMERCE.calls.filter(({ path }) => path === '/ip'),
  ],
};
