import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runCommandWith } from '../cli/cli-world.js';
import { LedgerWorld } from './ledger-world.js';

describe('the command ledger verify', () => {
  let world: LedgerWorld;
  let partnerId: string;
  beforeEach(async () => {
    world = await LedgerWorld.open();
    partnerId = await world.partner();
    const author = 'Anna';
    const adjustment = { partnerId: null, currency: 'PLN', amountMinor: 500, test: false, reason: 'Agreed', author };
    await world.adjust.run({ ...adjustment, reference: 'A-1', debit: 'platform:clearing:orange', credit: 'platform:commission' });
    await world.adjust.run({ ...adjustment, reference: 'A-2', debit: 'platform:commission', credit: 'partner:available', partnerId });
    await world.payOut.run({ reference: 'TR-1', partnerId, currency: 'PLN', amountMinor: 200, test: false, author });
    const april = { from: new Date('2026-04-01T00:00:00Z'), to: new Date('2026-05-01T00:00:00Z') };
    world.now = new Date('2026-05-01T12:00:00Z');
    await world.settle.run({ reference: 'ORA-2026-04', provider: 'orange', ...april, test: false, author });
  });
  afterEach(() => world.close());

  const verify = async (): Promise<unknown> => JSON.parse((await runCommandWith(world.env, ['ledger', 'verify', '--json'])).out) as unknown;

  it('finds the ledger consistent after a settlement, a payout and adjustments', async () => {
    expect(await verify()).toMatchObject({ sound: true, entries: 4 });
  });

  it.each(['settlement_batch', 'payout', 'ledger_adjustment'])('finds an entry whose row was deleted from %s', async (table) => {
    const superuser = await world.login('superuser');
    await superuser.query('SET session_replication_role = replica'); // switches triggers off
    await superuser.query(`DELETE FROM ${table}`);
    expect(await verify()).toMatchObject({
      sound: false,
      broken: { table: 'ledger_entry', reason: expect.stringContaining(`no row of ${table} has caused it`) },
    });
  });
});
