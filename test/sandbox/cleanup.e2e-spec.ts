import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RealSystemClock } from '../../src/common/time/clocks.js';
import { CleanupService } from '../../src/sandbox/cleanup/cleanup.service.js';
import { withConnectorTimeout } from '../support/connector-timeout.js';
import { until } from '../support/until.js';
import { type SandboxWorld, startSandboxWorld } from './support/sandbox-world.js';

const SERVICE = 'e14f8074';

let world: SandboxWorld;
beforeAll(async () => {
  world = await startSandboxWorld();
});
afterAll(() => world.stop());

const runCleanup = (): Promise<void> => new CleanupService(world.database, new RealSystemClock()).run(new AbortController().signal);

/** Creates one payer's data: a message with its code, a charge with its callbacks, and a notification that is received twice. */
async function createData(phoneNumber: string): Promise<string> {
  const order = await world.orderCode(phoneNumber);
  await world.connector().charge(order);
  for (let time = 0; time < 2; time += 1) {
    const headers = { 'content-type': 'application/json', 'webhook-id': `of ${phoneNumber}` };
    await fetch(`${world.sandbox.url}/inbox/${SERVICE}`, { method: 'POST', headers, body: '{"id":"1"}' });
  }
  return phoneNumber;
}

/** Makes the payer's data older by this number of days of system time. */
async function makeOlder(phoneNumber: string, days: number): Promise<void> {
  for (const table of ['text_message', 'payer_code', 'operator_charge']) {
    await world.database.query(`UPDATE sandbox.${table} SET made_at = made_at - make_interval(days => $2) WHERE phone_number = $1`, [
      phoneNumber,
      days,
    ]);
  }
  await world.database.query(
    'UPDATE sandbox.inbox_notification SET last_received_at = last_received_at - make_interval(days => $2) WHERE webhook_id = $1',
    [`of ${phoneNumber}`, days],
  );
}

async function countRows(phoneNumber: string): Promise<Record<string, number>> {
  const [row] = await world.database.query(
    `WITH charge AS (SELECT charge_reference FROM sandbox.operator_charge WHERE phone_number = $1),
          notification AS (SELECT id FROM sandbox.inbox_notification WHERE webhook_id = $2)
     SELECT (SELECT count(*)::integer FROM sandbox.text_message WHERE phone_number = $1) AS messages,
            (SELECT count(*)::integer FROM sandbox.payer_code WHERE phone_number = $1) AS codes,
            (SELECT count(*)::integer FROM charge) AS charges,
            (SELECT count(*)::integer FROM sandbox.operator_callback WHERE charge_reference IN (SELECT charge_reference FROM charge)) AS reports,
            (SELECT count(*)::integer FROM notification) AS notifications,
            (SELECT count(*)::integer FROM sandbox.inbox_attempt WHERE notification_id IN (SELECT id FROM notification)) AS attempts`,
    [phoneNumber, `of ${phoneNumber}`],
  );
  return row;
}

const ALL_ROWS = { messages: 1, codes: 1, charges: 1, reports: 1, notifications: 1, attempts: 2 };
const NO_ROWS = { messages: 0, codes: 0, charges: 0, reports: 0, notifications: 0, attempts: 0 };

describe('the cleanup of the sandbox', () => {
  it('deletes rows after thirty days and not before', async () => {
    const [oldPayer, recentPayer] = [await createData('48500600101'), await createData('48500600102')];
    await world.sandbox.deliverCallbacks('all');
    await Promise.all([makeOlder(oldPayer, 31), makeOlder(recentPayer, 29)]);
    expect(await Promise.all([countRows(oldPayer), countRows(recentPayer)])).toEqual([ALL_ROWS, ALL_ROWS]);
    await runCleanup();
    expect(await Promise.all([countRows(oldPayer), countRows(recentPayer)])).toEqual([NO_ROWS, ALL_ROWS]);
    await runCleanup();
    expect(await countRows(recentPayer)).toEqual(ALL_ROWS);
  });

  it('does not depend on business time', async () => {
    await world.forward(400 * 86_400);
    const payer = await createData('48500600103');
    await world.forward(400 * 86_400);
    await world.sandbox.deliverCallbacks('due');
    await runCleanup();
    expect(await countRows(payer)).toEqual(ALL_ROWS);
  });

  it('keeps a charge until the gateway has accepted its callbacks', async () => {
    const payer = await createData('48500600104');
    await makeOlder(payer, 31);
    await runCleanup();
    expect(await countRows(payer)).toEqual({ ...NO_ROWS, charges: 1, reports: 1 });
    await world.sandbox.deliverCallbacks('all');
    await runCleanup();
    expect(await countRows(payer)).toEqual(NO_ROWS);
  });

  it('deletes a charge for which no callback is sent', async () => {
    const payer = '48500600003';
    const order = await world.orderCode(payer);
    await withConnectorTimeout(world.database, () => world.connector().charge(order));
    expect(await countRows(payer)).toMatchObject({ charges: 1, reports: 1 });
    await makeOlder(payer, 31);
    await runCleanup();
    expect(await countRows(payer)).toEqual(NO_ROWS);
  });

  it('keeps a notification that was received again within thirty days', async () => {
    const payer = await createData('48500600105');
    await makeOlder(payer, 31);
    await fetch(`${world.sandbox.url}/inbox/${SERVICE}`, { method: 'POST', headers: { 'webhook-id': `of ${payer}` }, body: '{}' });
    await runCleanup();
    expect(await countRows(payer)).toMatchObject({ notifications: 1, attempts: 3 });
  });

  it('deletes in batches, also with two concurrent runs', async () => {
    await world.database.query(
      `INSERT INTO sandbox.text_message (id, phone_number, sender, text, sent_at, made_at)
       SELECT gen_random_uuid(), '48500600106', 'Play', 'old', now(), now() - interval '31 days' FROM generate_series(1, 2500)`,
    );
    await Promise.all([runCleanup(), runCleanup()]);
    await runCleanup();
    expect(await countRows('48500600106')).toEqual(NO_ROWS);
  });

  it('runs automatically while the sandbox runs', async () => {
    const worldWithCleanup = await startSandboxWorld({ clearEveryMs: 20 });
    await worldWithCleanup.orderCode('48500600107');
    await worldWithCleanup.database.query("UPDATE sandbox.text_message SET made_at = now() - interval '31 days'");
    await until(
      () => worldWithCleanup.codesOf('48500600107'),
      (codes) => codes.length === 0,
    );
    await worldWithCleanup.stop();
  });
});
