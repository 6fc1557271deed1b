import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RealSystemClock } from '../../../src/common/time/clocks.js';
import { CleanupService } from '../../../src/sandbox/cleanup/cleanup.service.js';
import {
  mandateCharge,
  codeSubmission,
  mandateRequest,
  refundRequest,
  type AcquirerWorld,
  attemptRequest,
  startedAttempt,
  startAcquirerWorld,
  startedMandate,
} from './support/acquirer-world.js';

let world: AcquirerWorld;
beforeAll(async () => {
  world = await startAcquirerWorld();
});
afterAll(() => world.stop());

const TABLES = [
  'acquirer_payment',
  'acquirer_code',
  'acquirer_refund',
  'acquirer_step',
  'acquirer_charge',
  'bank_app_code',
  'acquirer_mandate',
  'acquirer_mandate_step',
];
const countRows = async (): Promise<number[]> =>
  Promise.all(TABLES.map(async (table) => Number((await world.database.query(`SELECT count(*) AS n FROM sandbox.${table}`))[0].n)));
const runCleanup = (): Promise<void> => new CleanupService(world.database, new RealSystemClock()).run(new AbortController().signal);
const makeOlder = (days: number): Promise<unknown> =>
  Promise.all(
    ['acquirer_payment.made_at', 'bank_app_code.made_at', 'acquirer_mandate.used_at'].map((column) => {
      const [table, name] = column.split('.');
      return world.database.query(`UPDATE sandbox.${table} SET ${name} = ${name} - make_interval(days => $1)`, [days]);
    }),
  );

describe('the cleanup of the acquirer and the banks’ apps', () => {
  it('deletes rows after thirty days, once all callbacks were delivered', async () => {
    await fetch(`${world.sandbox.url}/bank-app/debowy/code.json`, { method: 'POST' });
    const attempt = attemptRequest({ channel: 'blik' });
    const started = startedAttempt(attempt, await world.acquirer().start(attempt));
    await world
      .acquirer()
      .submitCode(started, { ...codeSubmission('777000'), register: { reference: 'alias-1', value: 'payer-1', label: 'Shop' } });
    await world.acquirer().refund(refundRequest(started, 100));
    const mandate = mandateRequest();
    await world.acquirer().recurring.registerMandate(mandate);
    await world.acquirer().recurring.chargeMandate(mandateCharge(startedMandate(mandate), 1_000));
    // By table, in the order of TABLES. The alias has a second step for its expiry, the mandate has none.
    const rowsBefore = [2, 1, 1, 3, 1, 1, 2, 3];
    expect(await countRows()).toEqual(rowsBefore);
    await makeOlder(29);
    await runCleanup();
    expect(await countRows()).toEqual(rowsBefore);
    await makeOlder(2);
    await runCleanup();
    expect(await countRows()).toEqual([2, 1, 1, 3, 1, 0, 2, 3]);
    await world.sandbox.deliverCallbacks('all');
    await runCleanup();
    expect(await countRows()).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('keeps a mandate that was charged within thirty days', async () => {
    const mandate = mandateRequest();
    await world.acquirer().recurring.registerMandate(mandate);
    await world.sandbox.deliverCallbacks('all');
    await makeOlder(31);
    await world.acquirer().recurring.chargeMandate(mandateCharge(startedMandate(mandate), 1_000));
    await runCleanup();
    expect(await world.acquirer().recurring.pollMandate(startedMandate(mandate))).toMatchObject({ outcome: 'active' });
  });
});
