import type { NamedQuery } from '../../../runtime/database/named-query.js';
import { countChanges } from '../../../platform/listing/listing-statements.js';
import { usedStatus } from '../transactions/transaction.list.js';

const COLUMNS = 'code, from_number, send_number, net_minor, test';
const OF_CODE = `service_id = $1 AND code = $2 AND code <> '' AND ($3::integer IS NULL OR send_number = $3)`;

/**
 * Uses a code up and moves it in the list's counters, in one statement. However many check at once, the row's lock lets one of them
 * find it unused. Parameters: service, code, number or null, now, name of the list.
 */
export const USE_CODE: NamedQuery = {
  name: 'sms_code_use',
  text: `
    WITH used AS (
      UPDATE sms_transaction SET used_at = $4 WHERE ${OF_CODE} AND used_at IS NULL RETURNING ${COLUMNS}, created_at
    ), ${countChanges(`
      SELECT $5::text AS list, status, created_at, by
      FROM used, (VALUES ('${usedStatus(false)}', -1::bigint), ('${usedStatus(true)}', 1::bigint)) AS moved (status, by)`)}
    SELECT ${COLUMNS}, NULL::timestamptz AS used_at FROM used`,
};

/** Parameters: service, code, number or null. */
export const READ_CODE: NamedQuery = { name: 'sms_code_read', text: `SELECT ${COLUMNS}, used_at FROM sms_transaction WHERE ${OF_CODE}` };
