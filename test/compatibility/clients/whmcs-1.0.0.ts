import type { OlderClient } from '../support/older-client.js';

export const WHMCS: OlderClient = {
  name: 'WHMCS plugin',
  version: '1.0.0',
  source: 'https://github.com/SimPaypl/simpay-payment-whmcs (ae04901)',
  baseUrlLocation: 'the addresses in `modules/gateways/simpaypayment.php` and `modules/gateways/callback/simpaypayment.php`',
  notificationOptions: 'none: its verifier rejects all notifications. Verify with Standard Webhooks',
  userWarning: 'it cannot book a paid invoice: its callback reads an earlier form of notifications, which the gateway does not send',
  headers: (token) => ({ Authorization: `Bearer ${token}`, 'X-SIM-PLATFORM': 'WHMCS', 'X-SIM-PLATFORM-VERSION': '8.1' }),
  error: { message: 'text' },
  calls: [
    {
      name: 'create a payment of an invoice',
      method: 'POST',
      path: '/payment/{pay}/transactions',
      body: {
        amount: 12.3,
        currency: 'PLN',
        description: 'Invoice 1',
        control: '1',
        customer: { name: 'Jan Kowalski', email: 'jan@example.com' },
        antifraud: { systemId: 7 },
        billing: {
          name: 'Jan',
          surname: 'Kowalski',
          street: 'Prosta',
          building: '',
          city: 'Warszawa',
          region: '',
          postalCode: '00-001',
          country: 'PL',
          company: '',
        },
        returns: { success: 'https://shop.example/ok', failure: 'https://shop.example/no' },
      },
      reads: { 'data.redirectUrl': 'text' },
    },
    { name: 'list addresses of notifications', method: 'GET', path: '/ip', reads: { data: 'list' } },
  ],
};
