import { AMOUNT_RENDERINGS, SERVICE_ID_NAMES } from '../../platform/partners/services/service-status.js';
import { nullableOption, option } from '../inputs.js';
import { parseUserAgent } from '../values/endpoints.js';

export const EXISTING_CLIENTS =
  'A partner with an existing client library needs --amounts shortest, because most libraries print numbers in their shortest form before they verify them.';

/** The form of a service's notifications. */
export const NOTIFICATION_OPTIONS = {
  amountRendering: option(
    '--amounts <form>',
    'how amounts are written in DirectBilling notifications: 5.00, or 5 for existing client libraries',
    AMOUNT_RENDERINGS,
  ),
  serviceIdName: option('--service-id-name <name>', 'what the service’s id is called in DirectBilling notifications', SERVICE_ID_NAMES),
  notifyUserAgent: nullableOption('--user-agent <text>', 'User-Agent of its notifications, or "default"', 'default', parseUserAgent),
};
