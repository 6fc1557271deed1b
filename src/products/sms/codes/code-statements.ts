import type { NamedQuery } from '../../../runtime/database/named-query.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { countChanges } from '../../../platform/listing/listing-statements.js';
import { SmsTransaction } from '../transactions/sms-transaction.entity.js';
import { SMS_TRANSACTION_LIST, usedStatus } from '../transactions/transaction.list.js';

export const CODE_COLUMNS = selectionOf(SmsTransaction, ['code', 'fromNumber', 'sendNumber', 'netMinor', 'test']);

/** The transaction of a code before the check. `usedAt` is null if this check is the first one. */
export type CheckedCode = RowOf<typeof CODE_COLUMNS> & Pick<SmsTransaction, 'usedAt'>;

const CODE_CONDITION = `service_id = $1 AND code = $2 AND code <> '' AND ($3::integer IS NULL OR send_number = $3)`;

/**
 * Marks a code used and updates the list's counters, in one statement. The row lock lets exactly one of many concurrent checks find the code
 * unused. Parameters: service, code, number or null, now.
 */
export const USE_CODE: NamedQuery = {
  name: 'sms_code_use',
  text: `
    WITH used AS (
      UPDATE sms_transaction SET used_at = $4 WHERE ${CODE_CONDITION} AND used_at IS NULL RETURNING *
    ), ${countChanges(`
      SELECT ${SMS_TRANSACTION_LIST.counterSql('service_id')} AS list, status, created_at, by
      FROM used, (VALUES ('${usedStatus(false)}', -1::bigint), ('${usedStatus(true)}', 1::bigint)) AS moved (status, by)`)}
    SELECT ${CODE_COLUMNS.columns()}, NULL::timestamptz AS "usedAt" FROM used`,
};

/** Parameters: service, code, number or null. */
export const READ_CODE: NamedQuery = {
  name: 'sms_code_read',
  text: `SELECT ${CODE_COLUMNS.columns()}, used_at AS "usedAt" FROM sms_transaction WHERE ${CODE_CONDITION}`,
};
