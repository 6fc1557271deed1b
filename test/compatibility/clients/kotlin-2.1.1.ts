import { callsWithBasePath, headersOf } from '../support/numeric-ids.js';
import type { OlderClient } from '../support/older-client.js';

export const KOTLIN: OlderClient = {
  name: 'Kotlin library',
  version: '2.1.1',
  source: 'https://github.com/SimPaypl/SimPay-API-Kotlin (be735f7)',
  baseUrlLocation: 'the constant `BASE_URL` in `service/RestService.kt`',
  notificationOptions: 'none: its verifier rejects all notifications. Verify with Standard Webhooks',
  headers: headersOf('KOTLIN'),
  error: { success: 'flag', errors: 'object' },
  calls: callsWithBasePath('/'),
};
