import { callsWithBasePath, headersOf } from '../support/numeric-ids.js';
import type { OlderClient } from '../support/older-client.js';

export const JAVA_2: OlderClient = {
  name: 'Java library',
  version: '2.1.1',
  source: 'https://github.com/SimPaypl/SimPay-API-java (364c648)',
  baseUrlLocation: 'the constant `BASE_URL` in `service/RestService.java`',
  notificationOptions: 'none: its verifier rejects all notifications. Verify with Standard Webhooks',
  headers: headersOf('JAVA'),
  error: { success: 'flag', errors: 'object' },
  calls: callsWithBasePath(''),
};
