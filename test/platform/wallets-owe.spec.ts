import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { ensureDatabase } from '../../src/runtime/database/embedded/roles.js';
import { MIGRATIONS } from '../../src/migrations.js';
import { serverFacts, urlFor } from '../support/server-facts.js';

const facts = serverFacts();
const AT = MIGRATIONS.findIndex(({ name }) => name === 'WalletsOwe1800000000032');

let server: Client;
let name: string;
let ownerUrl: string;
let superuserUrl: string;
beforeEach(async () => {
  name = `${facts.prefix}_owe_${process.pid}_${Date.now()}`;
  server = new Client({ connectionString: facts.superuser });
  await server.connect();
  await ensureDatabase(server, name, { owner: facts.owner.name, app: facts.app.name });
  ownerUrl = urlFor(facts, facts.owner, name);
  const url = new URL(facts.superuser);
  url.pathname = `/${name}`;
  superuserUrl = url.href;
});
afterEach(async () => {
  await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await server.end();
});

async function migrate(upTo: number): Promise<void> {
  const source = await new DataSource({ type: 'postgres', url: ownerUrl, migrations: MIGRATIONS.slice(0, upTo) }).initialize();
  await source.runMigrations({ transaction: 'each' });
  await source.destroy();
}

it('a wallet owes what chargebacks and corrections before it have left, also where it was no wallet yet', async () => {
  await migrate(AT);
  const [shop, corrected] = [uuidv7(), uuidv7()];
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  // Rows of money as they stood there; what they belong to is of no matter.
  await client.query('SET session_replication_role = replica');
  await client.query(`INSERT INTO partner (id, name, created_at) VALUES ('${shop}', 'Shop', now()), ('${corrected}', 'Corrected', now())`);
  await client.query(
    `INSERT INTO wallet (partner_id, currency, test, available_minor) VALUES ('${shop}', 'PLN', false, 500), ('${shop}', 'PLN', true, 9)`,
  );
  await client.query(
    `INSERT INTO ledger_account (kind, partner_id, currency, test) VALUES ('partner:receivable', '${corrected}', 'PLN', false)`,
  );
  const chargeback = (test: boolean, receivable: number): string =>
    `(gen_random_uuid(), 'a', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '${shop}', 'mbank', ${test}, 100, 'PLN', 100, ${100 - receivable}, ${receivable}, now())`;
  await client.query(
    `INSERT INTO payment_chargeback (id, connector, event_id, attempt_reference, transaction_id, partner_id, channel, test, amount_minor, currency,
       pln_minor, available_minor, receivable_minor, created_at) VALUES ${[chargeback(false, 40), chargeback(false, 30), chargeback(true, 7)].join(', ')}`,
  );
  const adjustment = (partner: string, debit: string, credit: string, minor: number): string =>
    `(gen_random_uuid(), gen_random_uuid(), '${debit}', '${credit}', '${partner}', 'PLN', ${minor}, false, 'because', 'Anna', now())`;
  await client.query(
    `INSERT INTO ledger_adjustment (id, reference, debit, credit, partner_id, currency, amount_minor, test, reason, author, created_at) VALUES
     ${[
       adjustment(shop, 'partner:available', 'partner:receivable', 25),
       adjustment(shop, 'partner:available', 'platform:commission', 3),
       adjustment(corrected, 'partner:receivable', 'platform:commission', 11),
     ].join(', ')}`,
  );
  await migrate(MIGRATIONS.length);
  const { rows } = await client.query(
    'SELECT partner_id, test, available_minor::int AS available, receivable_minor::int AS owed FROM wallet ORDER BY partner_id, test',
  );
  expect(rows).toEqual([
    { partner_id: shop, test: false, available: 500, owed: 45 },
    { partner_id: shop, test: true, available: 9, owed: 7 },
    { partner_id: corrected, test: false, available: 0, owed: 11 },
  ]);
  // Nobody writes a wallet by hand, still.
  await client.query('SET session_replication_role = origin');
  await expect(client.query('UPDATE wallet SET receivable_minor = 0')).rejects.toMatchObject({ code: '23001' });
  await client.end();
});
