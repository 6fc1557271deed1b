import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { ensureDatabase } from '../../src/runtime/database/embedded/roles.js';
import { migrateDatabase } from '../../src/runtime/database/schema/migrate.js';
import { alterBriefly, fillColumn } from '../../src/runtime/database/schema/beside-payments.js';
import { MIGRATIONS } from '../../src/migrations.js';
import { serverFacts, urlFor } from '../support/server-facts.js';
import { until } from '../support/until.js';

const FIRST_HERE = 1_800_000_000_027;
const ROWS = 2_500;
const facts = serverFacts();

let name: string;
let server: Client;
let owner: Client;
let ownerUrl: string;
beforeEach(async () => {
  name = `${facts.prefix}_old_${process.pid}_${Date.now()}`;
  server = await connected(facts.superuser);
  await ensureDatabase(server, name, { owner: facts.owner.name, app: facts.app.name });
  ownerUrl = urlFor(facts, facts.owner, name);
  const before = MIGRATIONS.filter((migration) => Number(migration.name.slice(-13)) < FIRST_HERE);
  const source = await new DataSource({
    type: 'postgres',
    url: ownerUrl,
    migrations: before,
    migrationsTransactionMode: 'each',
  }).initialize();
  await source.runMigrations();
  await source.destroy();
  owner = await connected(ownerUrl);
  await owner.query(OLD_ROWS);
});
afterEach(async () => {
  await owner.end();
  await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await server.end();
});

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

const SALE = `(id, service_id, payer_transaction_id, status, amount_minor, currency, pln_minor, pln_rate, offered, expires_at, due_at, created_at, updated_at)`;
const ATTEMPT = `(reference, transaction_id, service_id, channel, connector, state, test, amount_minor, currency, pln_minor, commission_minor, partner_minor,
  payer_ip, next, expires_at, started_at, updated_at)`;
const ALIAS = `(id, service_id, type, value, label, status, connector, test, transaction_id, ask_at, created_at, updated_at)`;
const sale = (id: string, number: string): string =>
  `SELECT ${id}, '0a1b2c3d', lpad(${number}::text, 8, '0'), 'transaction_new', 100, 'PLN', 100, 1, '[]'::json, now(), now(), now(), now()`;
const attempt = (reference: string, sold: string): string =>
  `SELECT ${reference}, ${sold}, '0a1b2c3d', 'blik-level0', 'fake', 'pending', false, 100, 'PLN', 100, 1, 99, '192.0.2.1', '{"kind":"none"}'::jsonb, now(), now(), now()`;
const alias = (id: string, sold: string, value: string): string =>
  `SELECT ${id}, '0a1b2c3d', 'UID', ${value}, 'Books', 'alias_pending_registration', 'fake', false, ${sold}, now(), now(), now()`;
const OLD_ROWS = `
  INSERT INTO partner (id, name, created_at) VALUES ('019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607', 'Books', now());
  INSERT INTO service (id, partner_id, area, name, status, created_at, updated_at)
    VALUES ('0a1b2c3d', '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607', 'payment', 'Books', 'service_active', now(), now());
  CREATE TABLE made AS SELECT number, gen_random_uuid() AS id FROM generate_series(1, ${ROWS}) AS number;
  INSERT INTO payment_transaction ${SALE} SELECT made_sale.* FROM made CROSS JOIN LATERAL (${sale('made.id', 'made.number')}) AS made_sale;
  INSERT INTO payment_attempt ${ATTEMPT} SELECT tried.* FROM made CROSS JOIN LATERAL (${attempt('made.id', 'made.id')}) AS tried;
  INSERT INTO payment_alias ${ALIAS} SELECT named.* FROM made CROSS JOIN LATERAL (${alias('made.id', 'made.id', "'customer-' || made.number")}) AS named;
  UPDATE payment_alias SET status = 'alias_active', activated_at = now() WHERE value = 'customer-7';
  INSERT INTO payment_code (reference, attempt_reference, state, alias, sent_at, updated_at)
    SELECT gen_random_uuid(), id, 'refused', 'customer-7', now(), now() FROM made WHERE number = 8;`;

const FILLED = `SELECT (SELECT count(*)::int FROM payment_alias WHERE wire_value = value) AS aliases,
  (SELECT count(*)::int FROM payment_attempt WHERE partner_id = '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607') AS attempts,
  (SELECT l.value FROM payment_code c JOIN payment_alias l ON l.id = c.alias_id) AS tried,
  (SELECT count(*)::int FROM pg_index WHERE NOT indisvalid) AS broken`;

it('rows of the version before get what is new', async () => {
  await migrateDatabase(ownerUrl, MIGRATIONS, { appRole: facts.app.name });
  expect((await owner.query(FILLED)).rows).toEqual([{ aliases: ROWS, attempts: ROWS, tried: 'customer-7', broken: 0 }]);
}, 120_000);

describe('beside payments', () => {
  let source: DataSource;
  let runner: QueryRunner;
  let busy: Client;
  beforeEach(async () => {
    await owner.query('CREATE TABLE sold AS SELECT id, NULL::integer AS sum FROM made');
    source = await new DataSource({ type: 'postgres', url: ownerUrl }).initialize();
    runner = source.createQueryRunner();
    busy = await connected(ownerUrl);
    await busy.query('BEGIN; UPDATE sold SET sum = NULL WHERE id = (SELECT id FROM made WHERE number = 9)');
  });
  afterEach(async () => {
    await busy.end();
    await runner.release();
    await source.destroy();
  });

  it('a column is filled without waiting for a row that somebody is changing, which comes last', async () => {
    const filling = fillColumn(runner, { table: 'sold', key: 'id', column: 'sum', value: '7' });
    await until(
      () => owner.query('SELECT FROM sold WHERE sum IS NULL'),
      ({ rowCount }) => rowCount === 1,
    );
    await busy.query('COMMIT');
    await filling;
    expect((await owner.query('SELECT DISTINCT sum FROM sold')).rows).toEqual([{ sum: 7 }]);
  });

  it('a table that is in use is altered once it is free, and nobody waits behind that for long', async () => {
    const altering = alterBriefly(runner, 'ALTER TABLE sold ADD COLUMN more text; ALTER TABLE sold ADD COLUMN most text');
    const waiting = `SELECT FROM pg_locks WHERE relation = 'sold'::regclass AND NOT granted`;
    for (const isWaiting of [1, 0, 1])
      await until(
        () => owner.query(waiting),
        ({ rowCount }) => rowCount === isWaiting,
      );
    await busy.query('COMMIT');
    await altering;
    expect((await owner.query('SELECT more, most FROM sold LIMIT 1')).rows).toEqual([{ more: null, most: null }]);
  });
});

it('a migration that was killed goes on from wherever it was', async () => {
  await owner.query(`
    ALTER TABLE payment_alias ADD COLUMN wire_value text, ADD COLUMN told_apps text[] NOT NULL DEFAULT '{}';
    ALTER TABLE payment_attempt ADD COLUMN partner_id uuid;
    CREATE INDEX payment_alias_unscoped ON payment_alias (id);
    CREATE INDEX payment_attempt_velocity_payer_ip ON payment_attempt (payer_ip);
    DROP INDEX payment_attempt_by_payer_email`);
  await migrateDatabase(ownerUrl, MIGRATIONS, { appRole: facts.app.name });
  expect((await owner.query(FILLED)).rows).toEqual([{ aliases: ROWS, attempts: ROWS, tried: 'customer-7', broken: 0 }]);
  const { rows } = await owner.query<{ at: string }>(
    `SELECT indexdef AS at FROM pg_indexes WHERE indexname IN ('payment_alias_unscoped', 'payment_attempt_velocity_payer_ip') ORDER BY indexname`,
  );
  expect(rows.map(({ at }) => /\((.*?)\)/.exec(at)?.[1])).toEqual(['wire_value', 'partner_id, payer_ip, updated_at']);
}, 120_000);

it('what the version before goes on writing has it as well', async () => {
  await migrateDatabase(ownerUrl, MIGRATIONS, { appRole: facts.app.name });
  const id = "'019a1b2c-3d4e-7f50-8a61-b2c3d4e5f608'::uuid";
  await owner.query(`INSERT INTO payment_transaction ${SALE} ${sale(id, '90000')}; INSERT INTO payment_attempt ${ATTEMPT} ${attempt(id, id)};
    INSERT INTO payment_alias ${ALIAS} ${alias(id, id, "'customer-new'")}`);
  expect((await owner.query(FILLED)).rows).toMatchObject([{ aliases: ROWS + 1, attempts: ROWS + 1 }]);
}, 120_000);
