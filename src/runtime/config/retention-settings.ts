import { AsInteger, Check, isUpTo } from './parsers.js';
import { Variable } from './variable.js';

const MAX_DAYS = 36_500;
const RANGE_MESSAGE = `$name must be a whole number of days from 0 to ${MAX_DAYS}.`;

export class RetentionConfig {
  @Variable('RETENTION_PAYER_DATA_DAYS', {
    default: '2192',
    description:
      'After how many days the payer’s data of a transaction is erased. Its amounts stay. The default covers the five years after the end of a year for which accounts must be kept in Poland. `0` is never.',
  })
  @AsInteger()
  @Check(RANGE_MESSAGE, isUpTo(MAX_DAYS))
  readonly payerDataDays: number;

  @Variable('RETENTION_SMS_TEXTS_DAYS', {
    default: '396',
    description: 'After how many days the texts of a payer’s SMS and of the reply are erased. `0` is never.',
  })
  @AsInteger()
  @Check(RANGE_MESSAGE, isUpTo(MAX_DAYS))
  readonly smsTextsDays: number;

  @Variable('RETENTION_NOTIFICATION_BODIES_DAYS', {
    default: '396',
    description: 'After how many days the body of a notification is erased. Then the notification cannot be sent again. `0` is never.',
  })
  @AsInteger()
  @Check(RANGE_MESSAGE, isUpTo(MAX_DAYS))
  readonly notificationBodiesDays: number;
}
