import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RetryPartnerCallsService } from '../../src/products/sms/partner-calls/retry-partner-calls.service.js';
import { PartnerProgram, smsResponse } from '../sms/partner-program.js';
import { createSmsShop, GATEWAY_SECRET, type SmsShop } from '../sms/sms-shop.js';
import { payerOf } from '../support/payer.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { scrape } from './support/scraper.js';

let world: World;
beforeAll(async () => {
  world = await startWorld({ METRICS_PORT: '0', SMS_CONNECTOR_SECRET: GATEWAY_SECRET }); // no worker runs, so due deliveries stay due
});
afterAll(() => world.stop());

const metricValue = async (series: string): Promise<number | undefined> => (await scrape(world)).value(series);

describe('paid transactions whose notification is not acknowledged', () => {
  const unacknowledged = () => metricValue('gateway_webhook_unacknowledged_paid');
  /** Creates a transaction, lets the payer with this phone number pay, and waits for the status. */
  const createEnded = async (shop: Shop, phone: string, status: string): Promise<string> => {
    const id = (await shop.create({ amount: 5 })).body.data.transactionId as string;
    await payerOf(world, id).pay(phone);
    await until(
      async () => (await shop.get(`/transactions/${id}`)).body.data.status,
      (current) => current === status,
    );
    return id;
  };
  const createPaid = (shop: Shop, phone: string) => createEnded(shop, phone, 'transaction_db_payed');
  const ageByMinutes = (minutes: number): Promise<unknown> =>
    world.asOwner(`UPDATE webhook_delivery SET created_at = created_at - make_interval(mins => $1)`, [minutes]);

  it('are counted after 15 minutes, unlike other transactions', async () => {
    const [one, other] = [await world.createPartnerShop(), await world.createPartnerShop()];
    const ids = [await createPaid(one, '500600710'), await createPaid(one, '500600711'), await createPaid(other, '500600712')];
    await createEnded(one, '500600008', 'transaction_db_rejected'); // the sandbox operator refuses this number
    await ageByMinutes(14);
    expect(await unacknowledged()).toBe(0);
    await ageByMinutes(2);
    expect(await unacknowledged()).toBe(3);
    const unacknowledgedOf = (shop: Shop) => metricValue(`gateway_webhook_endpoint_unacknowledged_paid{service="${shop.serviceId}"}`);
    expect([await unacknowledgedOf(one), await unacknowledgedOf(other)]).toEqual([2, 1]);

    await world.database.query(
      `UPDATE webhook_delivery SET status = 'acknowledged', acknowledged_at = now(), next_attempt_at = NULL WHERE subject_id = $1`,
      [ids[0]],
    );
    expect(await unacknowledged()).toBe(2);
  });
});

describe('paid messages without a usable response of the partner’s program', () => {
  let program: PartnerProgram;
  let shop: SmsShop;
  beforeAll(async () => {
    program = await PartnerProgram.start();
    shop = await createSmsShop(world, { type: 'API_URL', apiUrl: program.url });
  });
  afterAll(() => program.close());
  beforeEach(() => program.respondAlwaysWith(500, 'down'));

  const unacknowledged = () => metricValue('gateway_sms_unacknowledged_paid');
  const outcomes = async (): Promise<Record<string, number | undefined>> => {
    const { value } = await scrape(world);
    const states = ['answered', 'waiting', 'exhausted', 'stopped'];
    return Object.fromEntries(states.map((state) => [state, value(`gateway_sms_partner_calls_total{outcome="${state}"}`)]));
  };
  const ageByMinutes = (minutes: number): Promise<void> =>
    world.asOwner(`
      ALTER TABLE sms_transaction DISABLE TRIGGER sms_transaction_immutable;
      UPDATE sms_transaction SET created_at = created_at - make_interval(mins => ${minutes});
      ALTER TABLE sms_transaction ENABLE TRIGGER sms_transaction_immutable`);
  const attempts = async (): Promise<number> => Object.values(await outcomes()).reduce<number>((sum, count) => sum + (count ?? NaN), 0);
  /** Retries all waiting partner calls immediately. */
  const retryPartnerCalls = async (): Promise<void> => {
    const before = await attempts();
    const [, due] = await world.database.query<[unknown, number]>(
      `UPDATE sms_partner_call SET next_attempt_at = now() - interval '1 second' WHERE next_attempt_at IS NOT NULL`,
    );
    await world.get(RetryPartnerCallsService).run();
    await until(attempts, (current) => current === before + due);
  };

  it('are counted after 15 minutes, until the partner’s program responds', async () => {
    expect(await outcomes()).toEqual({ answered: 0, waiting: 0, exhausted: 0, stopped: 0 });
    for (const text of ['one', 'two']) await shop.receive({ text: `${shop.keyword} ${text}` });
    await ageByMinutes(14);
    expect(await unacknowledged()).toBe(0);
    await ageByMinutes(2);
    expect(await unacknowledged()).toBe(2);
    expect(await metricValue(`gateway_sms_service_unacknowledged_paid{service="${shop.serviceId}"}`)).toBe(2);
    expect(await outcomes()).toEqual({ answered: 0, waiting: 2, exhausted: 0, stopped: 0 });

    program.behaviour = (response) => void response.end(smsResponse('Thanks'));
    await retryPartnerCalls();
    expect(await unacknowledged()).toBe(0);
    expect(await outcomes()).toEqual({ answered: 2, waiting: 2, exhausted: 0, stopped: 0 });
  });

  it('are counted by outcome when their partner calls end without a reply', async () => {
    const before = await outcomes();
    await shop.receive();
    await world.database.query(`UPDATE sms_partner_call SET attempts = 1000 WHERE next_attempt_at IS NOT NULL`);
    await retryPartnerCalls(); // the retry schedule of the partner call is over
    await shop.receive();
    program.respondAlwaysWith(410, 'gone');
    await retryPartnerCalls();
    const after = await outcomes();
    const change = Object.fromEntries(Object.entries(after).map(([state, count]) => [state, (count ?? NaN) - (before[state] ?? NaN)]));
    expect(change).toEqual({ answered: 0, waiting: 2, exhausted: 1, stopped: 1 });
  });
});
