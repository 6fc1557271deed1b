// Partners with one SMS service each, their token, and codes ready to be checked.
import { createHash, randomUUID } from 'node:crypto';
import { OPEN_ACCOUNTS } from '../dist/platform/ledger/ledger-statements.js';
import { countChanges, changesFromParameters } from '../dist/platform/listing/listing-statements.js';

const hashToken = (token) => createHash('sha256').update(token).digest();
const ACCOUNTS = ['platform:clearing:sms', 'platform:vat', 'partner:pending', 'platform:commission'];

/** @returns the id of each service, the text of its messages, and a token of its partner. */
export async function createServices(database, count) {
  const services = [];
  for (let index = 0; index < count; index += 1) {
    const [partnerId, id, token] = [randomUUID(), (0xbe0c0000 + index).toString(16), `bench-token-${randomUUID()}`];
    await database.query("INSERT INTO partner (id, name, created_at) VALUES ($1, 'Benchmark', now())", [partnerId]);
    await database.query(
      "INSERT INTO access_token (id, partner_id, name, token_hash, abilities, created_at) VALUES ($1, $2, 'benchmark', $3, '{*}', now())",
      [randomUUID(), partnerId, hashToken(token)],
    );
    await database.query(
      "INSERT INTO service (id, partner_id, area, name, status, created_at, updated_at) VALUES ($1, $2, 'sms', 'Benchmark', 'service_active', now(), now())",
      [id, partnerId],
    );
    await database.query("INSERT INTO sms_service (service_id, type, prefix, suffix) VALUES ($1, 'ONE_TIME_CODE', 'BE', $2)", [
      id,
      `NCH${index}`,
    ]);
    await database.query('INSERT INTO sms_service_number (service_id, number) VALUES ($1, 7055)', [id]);
    await database.query(OPEN_ACCOUNTS.text, [
      ACCOUNTS,
      [null, null, partnerId, null],
      ACCOUNTS.map(() => 'PLN'),
      ACCOUNTS.map(() => false),
    ]);
    services.push({ id, text: `BE.NCH${index}`, token });
  }
  return services;
}

let writtenCount = 0;

/** @returns at least `count` unused codes, alternating between the services. */
export async function writeCodes(database, services, count) {
  const codesPerService = Math.ceil(count / services.length);
  const codes = [];
  for (const { id, token } of services) {
    const from = writtenCount;
    writtenCount += codesPerService;
    await database.query(
      `WITH message AS (
         INSERT INTO sms_inbound (message_id, from_number, send_number, text, sent_at, received_at, test, outcome, service_id, reply)
         SELECT 'code-' || n, '48500600700', '7055', 'BE.NCH', now(), now(), false, 'matched', $1, '' FROM generate_series($2::int + 1, $3::int) AS n
         RETURNING message_id)
       INSERT INTO sms_transaction (service_id, message_id, from_number, send_number, code, test, net_minor, gross_minor, partner_minor, sent_at, created_at)
       SELECT $1, message_id, '48500600700', 7055, '0' || lpad(upper(to_hex(substr(message_id, 6)::int)), 5, '0'), false, 50, 62, 25, now(), now() FROM message`,
      [id, from, writtenCount],
    );
    const counterChange = [[`sms.transactions:${id}`], ['unused'], [new Date()], [codesPerService]];
    await database.query(`WITH ${countChanges(changesFromParameters(1))} SELECT`, counterChange);
    for (let n = from + 1; n <= writtenCount; n += 1)
      codes.push({ serviceId: id, token, code: `0${n.toString(16).toUpperCase().padStart(5, '0')}`, order: n - from });
  }
  await database.query(
    'ANALYZE sms_inbound, sms_transaction, listing_counter, listing_change, ledger_entry, ledger_posting, ledger_account, wallet',
  );
  return codes.sort((a, b) => a.order - b.order);
}
