import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { Client } from 'pg';
import { uuidToReference } from '../../src/common/reference.js';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { expectConsistent } from '../faults/support/expect-consistent.js';
import { cloneDatabase, type FaultDatabase, type FaultWorld } from '../faults/support/fault-world.js';
import type { GatewayProcess } from '../faults/support/gateway-process.js';
import { MANDATE_PAYER } from '../payments/support/subscription-shop.js';
import { freePort } from '../support/free-port.js';
import type { HttpResponse } from '../support/http-client.js';
import { type Buyer, paidPayment } from '../support/paid-payment.js';
import { until } from '../support/until.js';
import { type ArchivedWorld, startArchivedWorld } from './support/archived-world.js';
import { documentedBlocks } from './support/documented.js';

const [, , , , , , verify = ''] = documentedBlocks('docs/operations.md', 'Backup and restore');
const [goFurther = '', importFile = '', , askEach = '', , release = ''] = documentedBlocks(
  'docs/operations.md',
  'After a return to an earlier moment',
);

let archived: ArchivedWorld;
let world: FaultWorld;
let acquirersDatabase: FaultDatabase;
/** The acquirer's own books. */
let books: Client;
let acquirer: GatewayProcess;
let api: GatewayProcess;
let worker: GatewayProcess;
let buyer: Buyer;

beforeAll(async () => {
  archived = await startArchivedWorld();
  ({ world } = archived);
  acquirersDatabase = await cloneDatabase();
  books = new Client({ connectionString: acquirersDatabase.superuserUrl });
  await books.connect();
  const port = String(await freePort());
  const elsewhere = { SANDBOX: 'remote', SANDBOX_CONNECTOR_URL: `http://127.0.0.1:${port}`, PAYMENT_HOLD_PER_ADDRESS: '0' };
  Object.assign(world.settings, elsewhere);
  api = await world.gateway('api', elsewhere);
  worker = await world.gateway('worker', elsewhere);
  const { baseUrl } = api.http;
  acquirer = await world.gateway('sandbox', { PORT: port, DATABASE_URL: acquirersDatabase.appUrl, SANDBOX_GATEWAY_URL: baseUrl });
  const { partnerId, token, receiver } = await world.shop(api);
  const { id: serviceId } = await world.beside((get) =>
    get(CreateServiceForPayments).run({ partnerId, name: 'Books', notifyUrl: `${receiver.url}/notify` }),
  );
  buyer = { http: api.http, token, serviceId };
});
afterAll(async () => {
  await books?.end();
  await world?.stop();
  await acquirersDatabase?.drop();
});

const path = (rest: string): string => `/payment/${buyer.serviceId}/${rest}`;
const get = (rest: string): Promise<HttpResponse> => api.http.get(path(rest), { token: buyer.token });
// oxlint-disable-next-line typescript/no-explicit-any -- answers are JSON of unknown shape; the assertions are the check
const post = async (rest: string, body: object): Promise<any> => {
  const answer = await api.http.post(path(rest), { token: buyer.token, body });
  if (answer.status >= 300) throw new Error(`${rest} answered ${answer.text}`);
  return answer.body.data;
};
const statusOf = async (payment: string): Promise<string> => (await get(`transactions/${payment}`)).body.data.status;
const becomes = (payment: string, wanted: string): Promise<unknown> =>
  until(
    () => statusOf(payment),
    (status) => status === wanted,
  );
const refund = async (payment: string, amount: number): Promise<string> =>
  (await post(`transactions/${payment}/refunds`, { amount })).refund_id;
const refundsOf = async (payment: string): Promise<string[]> =>
  (await get(`transactions/${payment}/refunds`)).body.data.map((each: { status: string }) => each.status);
const givenBack = (payment: string): Promise<unknown> =>
  until(
    async () => {
      // As if the time had passed after which it is asked for.
      await world.sql('UPDATE payment_refund SET next_poll_at = now() WHERE next_poll_at > now()');
      return refundsOf(payment);
    },
    (statuses) => statuses.length > 0 && statuses.every((status) => status === 'refund_completed'),
  );

/** The payer is sent to his bank's page at the acquirer. @returns the payment, and what the payer does there. */
async function sentToBank(amount: number): Promise<{ id: string; pays: () => Promise<void> }> {
  const { transactionId: id } = await post('transactions', { amount });
  await fetch(`${api.http.baseUrl}/pay/${id}/method`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ channel: 'mbank' }),
  });
  const [attempt] = await world.sql<{ page: string }>('SELECT provider_ref AS page FROM payment_attempt WHERE transaction_id = $1', [id]);
  const pays = async (): Promise<void> => {
    const body = new URLSearchParams({ outcome: 'confirm' });
    const paid = await fetch(`${acquirer.http.baseUrl}/acquirer/pay/${attempt?.page}/decision`, {
      method: 'POST',
      redirect: 'manual',
      body,
    });
    expect(paid.status).toBe(303);
  };
  return { id, pays };
}

/** @returns the subscription, agreed to in the bank's app. */
async function subscribe(): Promise<string> {
  const { transactionId } = await post('transactions', { amount: 0, ...MANDATE_PAYER });
  const alias = { value: 'reader-7', type: 'PAYID', label: 'Books of the month' };
  const { subscriptionId } = await post('blik/subscriptions', { transactionId, ticket: { T6: '777123' }, alias, options: { model: 'O' } });
  await becomes(transactionId, 'transaction_paid');
  return subscriptionId as string;
}

async function charge(subscription: string, amount: number): Promise<string> {
  const { transactionId } = await post('transactions', { amount, ...MANDATE_PAYER });
  await post(`blik/subscriptions/${subscription}/autopayment`, { transactionId });
  await becomes(transactionId, 'transaction_paid');
  return transactionId as string;
}

/** All that the acquirer has taken and given back, of its own memory: each with its latest state. */
const record = async (): Promise<unknown[]> =>
  (
    await books.query(`
      SELECT coalesce(o.refund, p.reference) AS reference, o.amount_minor AS amount, o.state, p.reference AS payment
      FROM sandbox.acquirer_payment p CROSS JOIN LATERAL (
        SELECT NULL AS refund, p.amount_minor, (
          SELECT state FROM sandbox.acquirer_step s WHERE s.payment_id = p.id AND s.refund IS NULL ORDER BY s.due_at DESC, s.id DESC LIMIT 1) AS state
        UNION ALL SELECT r.reference, -r.amount_minor, (
          SELECT state FROM sandbox.acquirer_step s WHERE s.refund = r.reference ORDER BY s.due_at DESC, s.id DESC LIMIT 1)
        FROM sandbox.acquirer_refund r WHERE r.payment_id = p.id) o
      ORDER BY p.made_at, o.amount_minor DESC, reference`)
  ).rows;

/** Otherwise the restored gateway is sent the reports that are left, and lists under them what it would find in the files. */
const everythingTold = (): Promise<unknown> =>
  until(
    async () => (await books.query('SELECT FROM sandbox.acquirer_step WHERE announced AND delivered_at IS NULL')).rowCount,
    (left) => left === 0,
  );

const attemptOf = async (payment: string): Promise<string> => {
  const [row] = await world.sql<{ reference: string }>('SELECT reference FROM payment_attempt WHERE transaction_id = $1', [payment]);
  return uuidToReference(row?.reference ?? '');
};
const today = (days = 0): string => DateTime.now().setZone('Europe/Warsaw').plus({ days }).toISODate() ?? '';

describe('a gateway that is restored to an earlier moment, beside an acquirer that remembers more', () => {
  /** What there was at the moment, and what became of it since. */
  const ids: Record<'kept' | 'open' | 'asked' | 'subscription' | 'late' | 'charged' | 'givenBack', string> = {} as never;
  /** The acquirer's names of what the gateway has lost. */
  const lost: Record<'late' | 'charged' | 'givenBack', string> = {} as never;
  let remembered: unknown[];
  const refundAgain = (amount: number): Promise<HttpResponse> =>
    api.http.post(path(`transactions/${ids.kept}/refunds`), { token: buyer.token, body: { amount } });
  const firstDay = today();

  it('loses payments, a refund and a charge of a subscription that were made after the moment', async () => {
    const base = await archived.makeBackup();
    await paidPayment(buyer, 500); // a wallet that refunds can draw on
    ids.kept = await paidPayment(buyer, 100);
    ids.asked = await paidPayment(buyer, 60);
    ids.subscription = await subscribe();
    const bank = await sentToBank(80);
    ids.open = bank.id;
    await worker.stop();
    await refund(ids.asked, 15);
    expect([await statusOf(ids.open), await refundsOf(ids.asked)]).toEqual(['transaction_generated', ['refund_new']]);
    const [moment] = await world.sql<{ now: string }>('SELECT clock_timestamp()::text AS now');
    await worker.startAgain();

    await bank.pays();
    await becomes(ids.open, 'transaction_paid');
    await givenBack(ids.asked);
    ids.givenBack = await refund(ids.kept, 10);
    await givenBack(ids.kept);
    ids.charged = await charge(ids.subscription, 30);
    ids.late = await paidPayment(buyer, 40);
    Object.assign(lost, {
      late: await attemptOf(ids.late),
      charged: await attemptOf(ids.charged),
      givenBack: uuidToReference(ids.givenBack),
    });
    await everythingTold();
    remembered = await record();
    expect(remembered).toHaveLength(8);

    await Promise.all([worker.stop(), api.stop()]);
    await archived.crashAndRestore(base, `--until '${moment?.now}'`);
    await world.sql(goFurther);
    expect(await archived.command(verify)).toContain('sound');
    await worker.startAgain();
    await api.startAgain();
    expect((await get(`transactions/${ids.late}`)).status).toBe(404);
    expect(await refundsOf(ids.kept)).toEqual([]);
  });

  it('asks by itself about what was open: it is paid and given back here as it was there', async () => {
    await world.sql('UPDATE payment_attempt SET next_poll_at = now() WHERE next_poll_at > now()'); // as if the time had passed
    await becomes(ids.open, 'transaction_paid');
    await givenBack(ids.asked);
  });

  it('refuses what partners could do twice, while payments go on', async () => {
    expect((await refundAgain(10)).status).toBe(503);
    const { transactionId } = await post('transactions', { amount: 30, ...MANDATE_PAYER });
    const body = { transactionId };
    const charged = await api.http.post(path(`blik/subscriptions/${ids.subscription}/autopayment`), { token: buyer.token, body });
    expect([charged.status, charged.body.errorCode]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  });

  it('finds the rest in the acquirer’s files, and asks before anything is done about it', async () => {
    for (const [channel, method] of [['blik'], ['mbank'], ['blik-recurrent', 'blik-recurring']] as const)
      for (const day of new Set([firstDay, today()])) {
        const file = join(archived.postgres.folder, `${channel}-${day}.csv`);
        const answer = await fetch(`${acquirer.http.baseUrl}/acquirer/settlements/${method ?? channel}/${day}.csv`);
        await writeFile(file, await answer.text());
        const line = importFile.replace(/import blik \S+/, `import ${channel} ${file} --test`);
        await archived.command(line.replace(/--from \S+ --to \S+/, `--from ${day} --to ${today(1)}`));
      }
    const said = await archived.command(askEach.replace(/--since .*/, '--since 1h --poll --json'));
    const confirmed = { polled: 'paid', recommendation: 'the provider confirms it: give it back or keep it' };
    const records = JSON.parse(said) as { reference: string; polled: string; recommendation: string }[];
    expect(records).toHaveLength(3);
    expect(records).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ provider: 'blik', kind: 'taken', reference: lost.late, amount: '40.00', ...confirmed }),
        expect.objectContaining({ provider: 'blik-recurrent', kind: 'taken', reference: lost.charged, amount: '30.00', ...confirmed }),
        expect.objectContaining({ provider: 'blik', kind: 'given back', reference: lost.givenBack, amount: '-10.00' }),
      ]),
    );
  });

  it('has charged and given back nothing twice: the acquirer remembers what it did before, and nothing else', async () => {
    expect(await record()).toEqual(remembered);
    expect(await archived.command(verify)).toContain('sound');
    await expectConsistent(world);
  });

  it('goes on when staff release it: the next charge of the subscription is one more at the acquirer', async () => {
    await archived.command(release.replace(/"[^"]*"/, 'Told'));
    const next = await charge(ids.subscription, 30);
    const reference = await attemptOf(next);
    expect(await record()).toEqual([...remembered, { reference, amount: '3000', state: 'PAID', payment: reference }]);
  });
});
