import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RealSystemClock } from '../../../src/common/time/clocks.js';
import { ClearOldService } from '../../../src/sandbox/clearing/clear-old.service.js';
import { aCode, aRefund, type AcquirerWorld, anAttempt, started, startAcquirerWorld } from './support/acquirer-world.js';

let world: AcquirerWorld;
beforeAll(async () => {
  world = await startAcquirerWorld();
});
afterAll(() => world.stop());

const TABLES = ['acquirer_payment', 'acquirer_code', 'acquirer_refund', 'acquirer_step', 'bank_app_code', 'bank_app_alias'];
const kept = async (): Promise<number[]> =>
  Promise.all(TABLES.map(async (table) => Number((await world.database.query(`SELECT count(*) AS n FROM sandbox.${table}`))[0].n)));
const clear = (): Promise<void> => new ClearOldService(world.database, new RealSystemClock()).run(new AbortController().signal);
const age = (days: number): Promise<unknown> =>
  Promise.all(
    ['acquirer_payment', 'bank_app_code', 'bank_app_alias'].map((table) =>
      world.database.query(`UPDATE sandbox.${table} SET made_at = made_at - make_interval(days => $1)`, [days]),
    ),
  );

describe('what the acquirer and the banks’ apps keep', () => {
  it('goes after thirty days, once everything was reported', async () => {
    await fetch(`${world.sandbox.url}/bank-app/debowy/code.json`, { method: 'POST' });
    const attempt = anAttempt({ channel: 'blik' });
    const known = started(attempt, await world.acquirer().start(attempt));
    await world.acquirer().submitCode(known, { ...aCode('777000'), register: { reference: 'alias-1', value: 'payer-1', label: 'Shop' } });
    await world.acquirer().refund(aRefund(known, 100));
    const all = [1, 1, 1, 2, 1, 1];
    expect(await kept()).toEqual(all);
    await age(29);
    await clear();
    expect(await kept()).toEqual(all);
    await age(2);
    await clear();
    expect(await kept()).toEqual([1, 1, 1, 2, 0, 0]);
    await world.sandbox.deliverReports('all');
    await clear();
    expect(await kept()).toEqual([0, 0, 0, 0, 0, 0]);
  });
});
