import { callsWithBasePath, headersOf } from '../support/numeric-ids.js';
import type { OlderClient } from '../support/older-client.js';

export const GO: OlderClient = {
  name: 'Go library',
  version: '2.1.1',
  source: 'https://github.com/SimPaypl/SimPay-API-go (bcfe4c0)',
  baseUrlLocation: 'the constant `BaseUrl` in `rest.go`',
  notificationOptions: 'none: its verifier rejects all notifications. Verify with Standard Webhooks',
  headers: headersOf('GO'),
  error: { success: 'flag', errors: 'object' },
  calls: callsWithBasePath(''),
};
