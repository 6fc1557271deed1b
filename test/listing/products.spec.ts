import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { appliedFilters } from '../../src/platform/listing/lists/conditions.js';
import { countedPage } from '../../src/platform/listing/lists/counted-page.js';
import type { Filters, FilterValues } from '../../src/platform/listing/lists/filter.js';
import { leadingFilter } from '../../src/platform/listing/lists/leading-filter.js';
import type { List } from '../../src/platform/listing/lists/list.js';
import { matchedPage } from '../../src/platform/listing/lists/matched-page.js';
import { TRANSACTION_LIST } from '../../src/products/direct-billing/transactions/transaction.list.js';
import { ALIAS_LIST } from '../../src/products/payments/blik-aliases/alias.list.js';
import { LINK_LIST } from '../../src/products/payments/links/link.list.js';
import { SUBSCRIPTION_LIST } from '../../src/products/payments/subscriptions/subscription.list.js';
import { PAYMENT_LIST } from '../../src/products/payments/payments/payment.list.js';
import { SMS_TRANSACTION_LIST } from '../../src/products/sms/transactions/transaction.list.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { visitedRows } from './support/visited-rows.js';

const ROWS = 5_000;
const INSERT_ROWS = `
  ALTER TABLE direct_billing_transaction DISABLE TRIGGER USER;
  INSERT INTO partner (id, name, created_at) VALUES (gen_random_uuid(), 'Shop', now());
  INSERT INTO service (id, partner_id, area, name, status, created_at, updated_at)
    SELECT s.id, partner.id, area, 'Shop', 'service_active', now(), now()
    FROM partner, (VALUES ('0000000d', 'directbilling'), ('0000000e', 'sms'), ('0000000f', 'payment')) AS s (id, area);
  INSERT INTO direct_billing_service (service_id, suffix) VALUES ('0000000d', 'S');
  INSERT INTO direct_billing_transaction (id, service_id, status, amount_type, amount_minor, gross_minor, net_minor, partner_minor, tariffs, operator,
      phone_number, control, expires_at, created_at, updated_at)
    SELECT gen_random_uuid(), '0000000d', (ARRAY['transaction_db_payed', 'transaction_db_rejected'])[1 + n % 2], 'gross', 100, 100, 81, 40, '{}', 'orange',
      '48' || (500600000 + n % 300), 'order-' || n, now(), now() + n * interval '1 second', now() FROM generate_series(1, ${ROWS}) AS n;
  INSERT INTO sms_service (service_id, type, prefix, suffix) VALUES ('0000000e', 'ONE_TIME_CODE', 'A', 'B');
  INSERT INTO sms_inbound (message_id, from_number, send_number, text, sent_at, received_at, test, outcome, service_id, reply)
    SELECT 'm' || n, '48' || (500600000 + n % 300), '7055', 'A.B', now(), now(), false, 'matched', '0000000e', '' FROM generate_series(1, ${ROWS}) AS n;
  INSERT INTO sms_transaction (service_id, message_id, from_number, send_number, code, used_at, test, net_minor, gross_minor, partner_minor, sent_at, created_at)
    SELECT '0000000e', message_id, from_number, (ARRAY[7055, 7155, 7255, 7355])[1 + n % 4], 'C' || n, CASE n % 3 WHEN 0 THEN now() END, false, 50, 62, 25, now(),
      now() + n * interval '1 second' FROM sms_inbound, LATERAL (SELECT substr(message_id, 2)::int AS n) AS numbered;
  INSERT INTO payment_transaction (id, service_id, payer_transaction_id, status, amount_minor, currency, pln_minor, pln_rate, channel, control, offered_channels, expires_at, due_at,
      created_at, updated_at)
    SELECT gen_random_uuid(), '0000000f', lpad(n::text, 8, '0'), (ARRAY['transaction_new', 'transaction_expired'])[1 + n % 2], 100, 'PLN', 100, 1,
      (ARRAY['mbank', 'ing', 'blik'])[1 + n % 3], 'order-' || n, '[]', now(), now(), now() + n * interval '1 second', now() FROM generate_series(1, ${ROWS}) AS n;
  INSERT INTO payment_alias (id, service_id, type, value, wire_value, label, status, connector, test, transaction_id, next_poll_at, activated_at, created_at, updated_at)
    SELECT gen_random_uuid(), '0000000f', (ARRAY['UID', 'PAYID'])[1 + n % 2], 'customer-' || n,
      CASE n % 2 WHEN 0 THEN encode(sha256(convert_to('0000000f:customer-' || n, 'UTF8')), 'hex') ELSE 'customer-' || n END, 'l', (ARRAY['alias_pending_registration', 'alias_active'])[1 + n / 2 % 2],
      'fake', false, (SELECT id FROM payment_transaction LIMIT 1), CASE n % 2 WHEN 0 THEN now() END, CASE n / 2 % 2 WHEN 1 THEN now() END,
      now() + n * interval '1 second', now() FROM generate_series(1, ${ROWS}) AS n;
  INSERT INTO payment_subscription (id, service_id, alias_id, transaction_id, attempt_reference, status, mode, model, connector, test, currency, next,
      next_poll_at, due_at, activated_at, created_at, updated_at)
    SELECT gen_random_uuid(), '0000000f', alias.id, alias.transaction_id, gen_random_uuid(), 'subscription_' || (ARRAY['pending', 'active'])[1 + n % 2],
      (ARRAY['BLIK', 'BLIK', 'CARD'])[1 + n % 3], 'O', 'fake', false, 'PLN', '{}', now(), now(), CASE n % 2 WHEN 1 THEN now() END,
      now() + n * interval '1 second', now() FROM (SELECT *, row_number() OVER ()::int AS n FROM payment_alias) AS alias;
  INSERT INTO payment_link (id, service_id, token, status, currency, control, single_use, created_at, updated_at)
    SELECT gen_random_uuid(), '0000000f', lpad(n::text, 43, 'x'), (ARRAY['link_active', 'link_disabled'])[1 + n % 2], 'PLN', 'order-' || n, false,
      now() + n * interval '1 second', now() FROM generate_series(1, ${ROWS}) AS n;
  INSERT INTO listing_counter (list, level, status, bucket, count) VALUES
    ('directbilling.transactions:0000000d', 0, 'transaction_db_payed', 'epoch', ${ROWS}), ('sms.transactions:0000000e', 0, 'unused', 'epoch', ${ROWS}), ('payment.transactions:0000000f', 0, 'transaction_new', 'epoch', ${ROWS}),
    ('payment.aliases:0000000f', 0, 'alias_pending_registration', 'epoch', ${ROWS}), ('payment.subscriptions:0000000f', 0, 'subscription_pending', 'epoch', ${ROWS}),
    ('payment.links:0000000f', 0, 'link_active', 'epoch', ${ROWS});`;

let database: TestDatabase;
let connection: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  const owner = await new DataSource({ type: 'postgres', url: database.ownerUrl }).initialize();
  // Triggers are disabled, because these rows have states without the charges, registrations and consents that the triggers require.
  await owner.query(`ALTER TABLE direct_billing_transaction DISABLE TRIGGER USER; ALTER TABLE payment_alias DISABLE TRIGGER USER;
    ALTER TABLE payment_subscription DISABLE TRIGGER USER, DROP CONSTRAINT payment_subscription_attempt_reference_fkey; ${INSERT_ROWS}`);
  await owner.query(
    'VACUUM ANALYZE direct_billing_transaction, sms_transaction, payment_transaction, payment_alias, payment_subscription, payment_link',
  );
  await owner.destroy();
  // With so few rows the planner would scan the table, but this test is about the indexes.
  const extra = { options: '-c enable_seqscan=off -c enable_bitmapscan=off' };
  connection = await new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 1, extra }).initialize();
});
afterAll(async () => {
  await connection.destroy();
  await database.drop();
});

const REQUEST = { page: 1, size: 15, newestFirst: true };

/** Returns the scans for a page's total and position, without the fetch of the page's own rows. */
async function scansOf<F extends Filters>(list: List<unknown, F>, scope: string, values: FilterValues<F>): Promise<string[]> {
  const applied = appliedFilters(list, values);
  const isCounted = applied.every(({ name, use }) => name === list.countedBy.filter || use === 'range');
  const page = isCounted
    ? countedPage(list, scope, applied, REQUEST)
    : matchedPage(list, scope, applied, await leadingFilter(connection, list, scope, applied), REQUEST);
  const { distinctScans } = await visitedRows(connection, page, list.table);
  return distinctScans.filter((scan) => scan !== `Index Scan ${list.table}_pkey`);
}

describe('a product’s list has for each filter an index that also contains the other filters’ columns:', () => {
  it.each([
    [{}, 'list'],
    [{ status: 'transaction_db_payed' as const }, 'by_status'],
    [{ control: 'order-7' }, 'by_control'],
    [{ phoneNumber: '500600007' }, 'by_phone'],
    [{ control: 'order-7', status: 'transaction_db_payed' as const }, 'by_control'],
    [{ phoneNumber: '500600007', status: 'transaction_db_payed' as const }, 'by_phone'],
    [{ phoneNumber: '500600007', control: 'order-7', status: 'transaction_db_payed' as const }, 'by_control'],
  ])('DirectBilling %j', async (values, index) => {
    expect(await scansOf(TRANSACTION_LIST, '0000000d', values)).toEqual([`Index Only Scan direct_billing_transaction_${index}`]);
  });

  it.each([
    [{}, 'list'],
    [{ used: false }, 'by_used'],
    [{ from: '48500600007' }, 'by_from'],
    [{ send_number: 7055 }, 'by_number'],
    [{ send_number: 7055, used: true }, 'by_number'],
    [{ from: '48500600007', used: true }, 'by_from'],
    [{ from: '48500600007', send_number: 7055, used: false }, 'by_from'],
  ])('SMS %j', async (values, index) => {
    expect(await scansOf(SMS_TRANSACTION_LIST, '0000000e', values)).toEqual([`Index Only Scan sms_transaction_${index}`]);
  });

  it.each([
    [{}, 'list'],
    [{ status: 'transaction_new' as const }, 'by_status'],
    [{ control: 'order-7' }, 'by_control'],
    [{ channel: 'ing' as const }, 'by_channel'],
    [{ channel: 'ing' as const, status: 'transaction_new' as const, from: '2020-01-01T00:00:00Z' }, 'by_channel'],
    [{ control: 'order-7', channel: 'ing' as const, status: 'transaction_new' as const }, 'by_control'],
  ])('online payments %j', async (values, index) => {
    expect(await scansOf(PAYMENT_LIST, '0000000f', values)).toEqual([`Index Only Scan payment_transaction_${index}`]);
  });

  it.each([
    [{}, 'list'],
    [{ status: 'alias_pending_registration' as const }, 'by_status'],
    [{ type: 'UID' as const }, 'by_type'],
    [{ value: 'customer-7' }, 'by_value'],
    [{ value: 'customer-7', type: 'UID' as const, status: 'alias_pending_registration' as const }, 'by_value'],
  ])('aliases %j', async (values, index) => {
    expect(await scansOf(ALIAS_LIST, '0000000f', values)).toEqual([`Index Only Scan payment_alias_${index}`]);
  });

  it.each([
    [{}, 'list'],
    [{ status: 'subscription_pending' as const }, 'by_status'],
    [{ mode: 'CARD' as const }, 'by_mode'],
    [{ mode: 'CARD' as const, status: 'subscription_active' as const }, 'by_mode'],
  ])('subscriptions %j', async (values, index) => {
    expect(await scansOf(SUBSCRIPTION_LIST, '0000000f', values)).toEqual([`Index Only Scan payment_subscription_${index}`]);
  });

  it('SMS by code, whose single row is fetched through the unique index', async () => {
    expect(await scansOf(SMS_TRANSACTION_LIST, '0000000e', { code: 'C7' })).toContain('Index Scan sms_transaction_code_once');
  });

  it.each([
    [{}, 'list'],
    [{ status: 'link_active' as const }, 'by_status'],
    [{ control: 'order-7' }, 'by_control'],
    [{ control: 'order-7', status: 'link_active' as const, from: '2020-01-01T00:00:00Z' }, 'by_control'],
  ])('payment links %j', async (values, index) => {
    expect(await scansOf(LINK_LIST, '0000000f', values)).toEqual([`Index Only Scan payment_link_${index}`]);
  });
});
