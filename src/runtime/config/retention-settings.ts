import { integer, type SettingsOf } from './setting.js';

const DAYS = { from: 0, to: 36_500, of: 'days' };

export const RETENTION_SETTINGS = {
  payerDataDays: integer(
    'RETENTION_PAYER_DATA_DAYS',
    'After how many days the payer’s data of a transaction is erased. Its amounts stay. The default covers the five years after the end of a year for which accounts must be kept in Poland. `0` is never.',
    { default: 2192, ...DAYS },
  ),
  smsTextsDays: integer(
    'RETENTION_SMS_TEXTS_DAYS',
    'After how many days the texts of a payer’s SMS and of the reply are erased. `0` is never.',
    { default: 396, ...DAYS },
  ),
  notificationBodiesDays: integer(
    'RETENTION_NOTIFICATION_BODIES_DAYS',
    'After how many days the body of a notification is erased. Then the notification cannot be sent again. `0` is never.',
    { default: 396, ...DAYS },
  ),
};

export type RetentionConfig = SettingsOf<typeof RETENTION_SETTINGS>;
