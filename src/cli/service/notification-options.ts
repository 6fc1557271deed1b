import { type Command, Option } from 'commander';
import {
  AMOUNT_RENDERINGS,
  type AmountRendering,
  SERVICE_ID_NAMES,
  type ServiceIdName,
} from '../../platform/partners/services/service-status.js';
import { parseUserAgent } from '../values/endpoints.js';

/** How a service's notifications are written. */
export interface NotificationOptions {
  amounts?: AmountRendering;
  serviceIdName?: ServiceIdName;
  userAgent?: string;
}

const DEFAULT = 'default'; // a word, because an option's parser cannot answer null

export const EXISTING_CLIENTS =
  'A partner that brings an existing client library needs --amounts shortest: most verifiers write a number that they have read as short as possible.';

export function addNotificationOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--amounts <form>',
        'how amounts are written in DirectBilling notifications: 5.00, or 5 for existing client libraries',
      ).choices(AMOUNT_RENDERINGS),
    )
    .addOption(
      new Option('--service-id-name <name>', 'what the service’s id is called in DirectBilling notifications').choices(SERVICE_ID_NAMES),
    )
    .option('--user-agent <text>', 'User-Agent of its notifications, or "default"', (text) =>
      text === DEFAULT ? DEFAULT : parseUserAgent(text),
    );
}

/** What was named, as a service keeps it. */
export function notificationSettings({ amounts, serviceIdName, userAgent }: NotificationOptions) {
  return {
    ...(amounts !== undefined && { amountRendering: amounts }),
    ...(serviceIdName !== undefined && { serviceIdName }),
    ...(userAgent !== undefined && { notifyUserAgent: userAgent === DEFAULT ? null : userAgent }),
  };
}
