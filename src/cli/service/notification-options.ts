import { type Command, Option } from 'commander';
import {
  AMOUNT_RENDERINGS,
  type AmountRendering,
  SERVICE_ID_NAMES,
  type ServiceIdName,
} from '../../platform/partners/services/service-status.js';
import { parseUserAgent } from '../values/endpoints.js';

/** Options for the form of a service's notifications. */
export interface NotificationOptions {
  amounts?: AmountRendering;
  serviceIdName?: ServiceIdName;
  userAgent?: string;
}

const DEFAULT = 'default'; // because an option's parser cannot return null

export const EXISTING_CLIENTS =
  'A partner with an existing client library needs --amounts shortest, because most libraries print numbers in their shortest form before they verify them.';

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

/** The options as columns of a service, without those that the user left out. */
export function notificationSettings({ amounts, serviceIdName, userAgent }: NotificationOptions) {
  return {
    ...(amounts !== undefined && { amountRendering: amounts }),
    ...(serviceIdName !== undefined && { serviceIdName }),
    ...(userAgent !== undefined && { notifyUserAgent: userAgent === DEFAULT ? null : userAgent }),
  };
}
