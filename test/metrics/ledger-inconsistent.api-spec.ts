import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { Environment } from '../../src/runtime/config/environment.js';
import { ScheduledVerificationService } from '../../src/platform/ledger/verification/scheduled-verification.service.js';
import { payerOf } from '../support/payer.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { scrape } from './support/scraper.js';

let world: World;
let owner: Client;
beforeAll(async () => {
  world = await startWorld({ METRICS_PORT: '0' }); // no worker verifies the ledger
  owner = new Client({ connectionString: world.get(Environment).database.ownerUrl });
  await owner.connect();
  const shop = await world.createPartnerShop();
  await payerOf(world, (await shop.create({ amount: 5 })).body.data.transactionId).pay();
  const postings = (): Promise<unknown[]> => world.database.query('SELECT FROM ledger_posting');
  await until(postings, ({ length }) => length > 0);
});
afterAll(async () => {
  await owner.end();
  await world.stop();
});

const readGauge = async () => (await scrape(world)).value('gateway_ledger_inconsistent');
const verifyAndReadGauge = async () => {
  await world.get(ScheduledVerificationService).run();
  return readGauge();
};
/** Changes rows with the triggers turned off, which only the owner of the tables can do. */
async function tamper(table: string, sql: string): Promise<void> {
  await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await owner.query(sql);
  await owner.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

describe('the gauge of the inconsistent ledger', () => {
  it('has no value before the first ledger check, and is 0 when the ledger is consistent', async () => {
    expect(await readGauge()).toBeUndefined();
    expect(await verifyAndReadGauge()).toBe(0);
  });

  it.each([
    ['a posting', 'ledger_posting', 'amount_minor', `WHERE amount_minor > 0`],
    ['a wallet', 'wallet', 'pending_minor', ''],
  ])('is 1 after tampering with %s, and 0 when the change is reverted', async (_name, table, column, where) => {
    const change = (by: number): Promise<void> => tamper(table, `UPDATE ${table} SET ${column} = ${column} + ${by} ${where}`);
    await change(1);
    expect(await readGauge()).toBe(0); // the result of the last ledger check
    expect(await verifyAndReadGauge()).toBe(1);
    await change(-1);
    expect(await verifyAndReadGauge()).toBe(0);
  });

  it('is exported with the time and the duration of the last ledger check', async () => {
    const before = Date.now() / 1000;
    await verifyAndReadGauge();
    const { value } = await scrape(world);
    expect(value('gateway_ledger_verified_timestamp_seconds')).toBeGreaterThanOrEqual(before);
    expect(value('gateway_ledger_verification_duration_seconds')).toBeGreaterThanOrEqual(0);
  });
});
