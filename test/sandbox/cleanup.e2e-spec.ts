import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RealSystemClock } from '../../src/common/time/clocks.js';
import { CleanupService } from '../../src/sandbox/cleanup/cleanup.service.js';
import { withUnansweredOperator } from '../support/unanswered-operator.js';
import { until } from '../support/until.js';
import { type SandboxWorld, startSandboxWorld } from './support/sandbox-world.js';

const SERVICE = 'e14f8074';

let world: SandboxWorld;
beforeAll(async () => {
  world = await startSandboxWorld();
});
afterAll(() => world.stop());

const clear = (): Promise<void> => new CleanupService(world.database, new RealSystemClock()).run(new AbortController().signal);

/** Everything the sandbox keeps of one payer: a message and its code, a charge with its reports, a notification received twice. */
async function story(phoneNumber: string): Promise<string> {
  const order = await world.order(phoneNumber);
  await world.connector().charge(order);
  for (let time = 0; time < 2; time += 1) {
    const headers = { 'content-type': 'application/json', 'webhook-id': `of ${phoneNumber}` };
    await fetch(`${world.sandbox.url}/inbox/${SERVICE}`, { method: 'POST', headers, body: '{"id":"1"}' });
  }
  return phoneNumber;
}

/** As if the story had been so many days ago, in system time. */
async function age(phoneNumber: string, days: number): Promise<void> {
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

async function keptOf(phoneNumber: string): Promise<Record<string, number>> {
  const [row] = await world.database.query(
    `WITH charge AS (SELECT charge_reference FROM sandbox.operator_charge WHERE phone_number = $1),
          notification AS (SELECT id FROM sandbox.inbox_notification WHERE webhook_id = $2)
     SELECT (SELECT count(*)::integer FROM sandbox.text_message WHERE phone_number = $1) AS messages,
            (SELECT count(*)::integer FROM sandbox.payer_code WHERE phone_number = $1) AS codes,
            (SELECT count(*)::integer FROM charge) AS charges,
            (SELECT count(*)::integer FROM sandbox.operator_report WHERE charge_reference IN (SELECT charge_reference FROM charge)) AS reports,
            (SELECT count(*)::integer FROM notification) AS notifications,
            (SELECT count(*)::integer FROM sandbox.inbox_attempt WHERE notification_id IN (SELECT id FROM notification)) AS attempts`,
    [phoneNumber, `of ${phoneNumber}`],
  );
  return row;
}

const ALL = { messages: 1, codes: 1, charges: 1, reports: 1, notifications: 1, attempts: 2 };
const NOTHING = { messages: 0, codes: 0, charges: 0, reports: 0, notifications: 0, attempts: 0 };

describe('what the simulated parties keep', () => {
  it('goes after thirty days, and not before', async () => {
    const [old, young] = [await story('48500600101'), await story('48500600102')];
    await world.sandbox.deliverReports('all');
    await Promise.all([age(old, 31), age(young, 29)]);
    expect(await Promise.all([keptOf(old), keptOf(young)])).toEqual([ALL, ALL]);
    await clear();
    expect(await Promise.all([keptOf(old), keptOf(young)])).toEqual([NOTHING, ALL]);
    await clear();
    expect(await keptOf(young)).toEqual(ALL);
  });

  it('is not made old by the movable clock', async () => {
    await world.forward(400 * 86_400);
    const before = await story('48500600103');
    await world.forward(400 * 86_400);
    await world.sandbox.deliverReports('due');
    await clear();
    expect(await keptOf(before)).toEqual(ALL);
  });

  it('keeps a charge while the gateway has not taken its reports', async () => {
    const payer = await story('48500600104');
    await age(payer, 31);
    await clear();
    expect(await keptOf(payer)).toEqual({ ...NOTHING, charges: 1, reports: 1 });
    await world.sandbox.deliverReports('all');
    await clear();
    expect(await keptOf(payer)).toEqual(NOTHING);
  });

  it('needs no report of a charge that nobody is told about', async () => {
    const payer = '48500600003';
    const order = await world.order(payer);
    await withUnansweredOperator(world.database, () => world.connector().charge(order));
    expect(await keptOf(payer)).toMatchObject({ charges: 1, reports: 1 });
    await age(payer, 31);
    await clear();
    expect(await keptOf(payer)).toEqual(NOTHING);
  });

  it('keeps a notification that came again lately', async () => {
    const payer = await story('48500600105');
    await age(payer, 31);
    await fetch(`${world.sandbox.url}/inbox/${SERVICE}`, { method: 'POST', headers: { 'webhook-id': `of ${payer}` }, body: '{}' });
    await clear();
    expect(await keptOf(payer)).toMatchObject({ notifications: 1, attempts: 3 });
  });

  it('goes in batches, also when two do it at once', async () => {
    await world.database.query(
      `INSERT INTO sandbox.text_message (id, phone_number, sender, text, sent_at, made_at)
       SELECT gen_random_uuid(), '48500600106', 'Play', 'old', now(), now() - interval '31 days' FROM generate_series(1, 2500)`,
    );
    await Promise.all([clear(), clear()]);
    await clear();
    expect(await keptOf('48500600106')).toEqual(NOTHING);
  });

  it('goes by itself while the sandbox runs', async () => {
    const running = await startSandboxWorld({ clearEveryMs: 20 });
    await running.order('48500600107');
    await running.database.query("UPDATE sandbox.text_message SET made_at = now() - interval '31 days'");
    await until(
      () => running.codesOf('48500600107'),
      (codes) => codes.length === 0,
    );
    await running.stop();
  });
});
