import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { Environment } from '../../src/runtime/config/environment.js';
import { ScheduledVerificationService } from '../../src/platform/ledger/scheduled-verification.service.js';
import { payerOf } from '../support/payer.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { scrape } from './support/scraper.js';

let world: World;
let owner: Client;
beforeAll(async () => {
  world = await startWorld({ METRICS_PORT: '0' }); // no worker proves the ledger by itself
  owner = new Client({ connectionString: world.get(Environment).database.ownerUrl });
  await owner.connect();
  const shop = await world.partner();
  await payerOf(world, (await shop.create({ amount: 5 })).body.data.transactionId).pay();
  const postings = (): Promise<unknown[]> => world.database.query('SELECT FROM ledger_posting');
  await until(postings, ({ length }) => length > 0);
});
afterAll(async () => {
  await owner.end();
  await world.stop();
});

const drift = async () => (await scrape(world)).value('gateway_ledger_drift');
const proved = async () => {
  await world.get(ScheduledVerificationService).run();
  return drift();
};
/** As only the owner of the tables can: with their triggers off. */
async function tamper(table: string, sql: string): Promise<void> {
  await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await owner.query(sql);
  await owner.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

describe('the ledger’s drift', () => {
  it('has no value before the ledger is proved, and is 0 when it is sound', async () => {
    expect(await drift()).toBeUndefined();
    expect(await proved()).toBe(0);
  });

  it.each([
    ['a posting', 'ledger_posting', 'amount_minor', `WHERE amount_minor > 0`],
    ['a wallet', 'wallet', 'pending_minor', ''],
  ])('is 1 once %s was changed behind the program’s back, and 0 when it is put right', async (_name, table, column, where) => {
    const change = (by: number): Promise<void> => tamper(table, `UPDATE ${table} SET ${column} = ${column} + ${by} ${where}`);
    await change(1);
    expect(await drift()).toBe(0); // what the last proof said
    expect(await proved()).toBe(1);
    await change(-1);
    expect(await proved()).toBe(0);
  });

  it('tells when the last proof was made', async () => {
    const before = Date.now() / 1000;
    await proved();
    const { value } = await scrape(world);
    expect(value('gateway_ledger_checked_timestamp_seconds')).toBeGreaterThanOrEqual(before);
    expect(value('gateway_ledger_check_duration_seconds')).toBeGreaterThanOrEqual(0);
  });
});
