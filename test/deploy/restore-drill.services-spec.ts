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
import { type Buyer, createAndPay } from '../support/paid-payment.js';
import { until } from '../support/until.js';
import { type ArchivedWorld, startArchivedWorld } from './support/archived-world.js';
import { documentedBlocks } from './support/documented-blocks.js';

const [, , , , , , verify = ''] = documentedBlocks('docs/operations.md', 'Backup and restore');
const [goFurther = '', importFile = '', , pollEach = '', , release = ''] = documentedBlocks(
  'docs/operations.md',
  'After a restore to an earlier moment',
);

let archived: ArchivedWorld;
let world: FaultWorld;
let acquirersDatabase: FaultDatabase;
/** A connection to the acquirer's own database. */
let acquirerClient: Client;
let acquirer: GatewayProcess;
let api: GatewayProcess;
let worker: GatewayProcess;
let buyer: Buyer;

beforeAll(async () => {
  archived = await startArchivedWorld();
  ({ world } = archived);
  acquirersDatabase = await cloneDatabase();
  acquirerClient = new Client({ connectionString: acquirersDatabase.superuserUrl });
  await acquirerClient.connect();
  const port = String(await freePort());
  const remoteSandbox = { SANDBOX: 'remote', SANDBOX_CONNECTOR_URL: `http://127.0.0.1:${port}`, PAYMENT_HOLD_PER_ADDRESS: '0' };
  Object.assign(world.settings, remoteSandbox);
  api = await world.gateway('api', remoteSandbox);
  worker = await world.gateway('worker', remoteSandbox);
  const { baseUrl } = api.http;
  acquirer = await world.gateway('sandbox', { PORT: port, DATABASE_URL: acquirersDatabase.appUrl, SANDBOX_GATEWAY_URL: baseUrl });
  const { partnerId, token, receiver } = await world.shop(api);
  const { id: serviceId } = await world.withServices((get) =>
    get(CreateServiceForPayments).run({ partnerId, name: 'Books', notifyUrl: `${receiver.url}/notify` }),
  );
  buyer = { http: api.http, token, serviceId };
});
afterAll(async () => {
  await acquirerClient?.end();
  await world?.stop();
  await acquirersDatabase?.drop();
});

const path = (rest: string): string => `/payment/${buyer.serviceId}/${rest}`;
const get = (rest: string): Promise<HttpResponse> => api.http.get(path(rest), { token: buyer.token });
// oxlint-disable-next-line typescript/no-explicit-any -- responses are JSON of unknown shape; the assertions are the check
const post = async (rest: string, body: object): Promise<any> => {
  const response = await api.http.post(path(rest), { token: buyer.token, body });
  if (response.status >= 300) throw new Error(`${rest} answered ${response.text}`);
  return response.body.data;
};
const statusOf = async (payment: string): Promise<string> => (await get(`transactions/${payment}`)).body.data.status;
const waitForStatus = (payment: string, expectedStatus: string): Promise<unknown> =>
  until(
    () => statusOf(payment),
    (status) => status === expectedStatus,
  );
const refund = async (payment: string, amount: number): Promise<string> =>
  (await post(`transactions/${payment}/refunds`, { amount })).refund_id;
const refundsOf = async (payment: string): Promise<string[]> =>
  (await get(`transactions/${payment}/refunds`)).body.data.map((each: { status: string }) => each.status);
const waitForRefunds = (payment: string): Promise<unknown> =>
  until(
    async () => {
      // Makes the next poll of the refund due.
      await world.sql('UPDATE payment_refund SET next_poll_at = now() WHERE next_poll_at > now()');
      return refundsOf(payment);
    },
    (statuses) => statuses.length > 0 && statuses.every((status) => status === 'refund_completed'),
  );

/** Creates a payment and redirects its payer to the acquirer's bank page. @returns the payment and how the payer confirms it there. */
async function redirectToBank(amount: number): Promise<{ id: string; confirmAtBank: () => Promise<void> }> {
  const { transactionId: id } = await post('transactions', { amount });
  await fetch(`${api.http.baseUrl}/pay/${id}/method`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ channel: 'mbank' }),
  });
  const [attempt] = await world.sql<{ page: string }>('SELECT provider_ref AS page FROM payment_attempt WHERE transaction_id = $1', [id]);
  const confirmAtBank = async (): Promise<void> => {
    const body = new URLSearchParams({ outcome: 'confirm' });
    const confirmation = await fetch(`${acquirer.http.baseUrl}/acquirer/pay/${attempt?.page}/decision`, {
      method: 'POST',
      redirect: 'manual',
      body,
    });
    expect(confirmation.status).toBe(303);
  };
  return { id, confirmAtBank };
}

/** @returns the id of a subscription that the payer has accepted in the bank's app. */
async function subscribe(): Promise<string> {
  const { transactionId } = await post('transactions', { amount: 0, ...MANDATE_PAYER });
  const alias = { value: 'reader-7', type: 'PAYID', label: 'Books of the month' };
  const { subscriptionId } = await post('blik/subscriptions', { transactionId, ticket: { T6: '777123' }, alias, options: { model: 'O' } });
  await waitForStatus(transactionId, 'transaction_paid');
  return subscriptionId as string;
}

async function charge(subscription: string, amount: number): Promise<string> {
  const { transactionId } = await post('transactions', { amount, ...MANDATE_PAYER });
  await post(`blik/subscriptions/${subscription}/autopayment`, { transactionId });
  await waitForStatus(transactionId, 'transaction_paid');
  return transactionId as string;
}

/** All payments and refunds in the acquirer's database, each with its latest state. */
const readAcquirerRecords = async (): Promise<unknown[]> =>
  (
    await acquirerClient.query(`
      SELECT coalesce(o.refund, p.reference) AS reference, o.amount_minor AS amount, o.state, p.reference AS payment
      FROM sandbox.acquirer_payment p CROSS JOIN LATERAL (
        SELECT NULL AS refund, p.amount_minor, (
          SELECT state FROM sandbox.acquirer_step s WHERE s.payment_id = p.id AND s.refund IS NULL ORDER BY s.due_at DESC, s.id DESC LIMIT 1) AS state
        UNION ALL SELECT r.reference, -r.amount_minor, (
          SELECT state FROM sandbox.acquirer_step s WHERE s.refund = r.reference ORDER BY s.due_at DESC, s.id DESC LIMIT 1)
        FROM sandbox.acquirer_refund r WHERE r.payment_id = p.id) o
      ORDER BY p.made_at, o.amount_minor DESC, reference`)
  ).rows;

/**
 * Waits until the acquirer has delivered its callbacks. Otherwise the acquirer would send the remaining ones to the restored gateway. They
 * would reveal the lost records, which this test wants to find in the settlement files only.
 */
const waitForCallbacks = (): Promise<unknown> =>
  until(
    async () => (await acquirerClient.query('SELECT FROM sandbox.acquirer_step WHERE announced AND delivered_at IS NULL')).rowCount,
    (openCount) => openCount === 0,
  );

const attemptOf = async (payment: string): Promise<string> => {
  const [row] = await world.sql<{ reference: string }>('SELECT reference FROM payment_attempt WHERE transaction_id = $1', [payment]);
  return uuidToReference(row?.reference ?? '');
};
const today = (days = 0): string => DateTime.now().setZone('Europe/Warsaw').plus({ days }).toISODate() ?? '';

describe('a gateway that is restored to an earlier moment, while its acquirer is not', () => {
  /** The gateway's ids. `late`, `charged` and `refund` were made after the moment to which the database is restored, the others before. */
  const ids: Record<'paid' | 'open' | 'refundRequested' | 'subscription' | 'late' | 'charged' | 'refund', string> = {} as never;
  /** References of the records that the restored gateway has lost, as the acquirer's files contain them. */
  const lost: Record<'late' | 'charged' | 'refund', string> = {} as never;
  let recordsBefore: unknown[];
  const refundAgain = (amount: number): Promise<HttpResponse> =>
    api.http.post(path(`transactions/${ids.paid}/refunds`), { token: buyer.token, body: { amount } });
  const firstDay = today();

  it('loses payments, a refund and a charge of a subscription that were made after the moment', async () => {
    const base = await archived.makeBackup();
    await createAndPay(buyer, 500); // a wallet that refunds can draw on
    ids.paid = await createAndPay(buyer, 100);
    ids.refundRequested = await createAndPay(buyer, 60);
    ids.subscription = await subscribe();
    const bank = await redirectToBank(80);
    ids.open = bank.id;
    await worker.stop();
    await refund(ids.refundRequested, 15);
    expect([await statusOf(ids.open), await refundsOf(ids.refundRequested)]).toEqual(['transaction_generated', ['refund_new']]);
    const [targetTime] = await world.sql<{ now: string }>('SELECT clock_timestamp()::text AS now');
    await worker.startAgain();

    await bank.confirmAtBank();
    await waitForStatus(ids.open, 'transaction_paid');
    await waitForRefunds(ids.refundRequested);
    ids.refund = await refund(ids.paid, 10);
    await waitForRefunds(ids.paid);
    ids.charged = await charge(ids.subscription, 30);
    ids.late = await createAndPay(buyer, 40);
    Object.assign(lost, {
      late: await attemptOf(ids.late),
      charged: await attemptOf(ids.charged),
      refund: uuidToReference(ids.refund),
    });
    await waitForCallbacks();
    recordsBefore = await readAcquirerRecords();
    expect(recordsBefore).toHaveLength(8);

    await Promise.all([worker.stop(), api.stop()]);
    await archived.crashAndRestore(base, `--until '${targetTime?.now}'`);
    await world.sql(goFurther);
    expect(await archived.command(verify)).toContain('The ledger is consistent');
    await worker.startAgain();
    await api.startAgain();
    expect((await get(`transactions/${ids.late}`)).status).toBe(404);
    expect(await refundsOf(ids.paid)).toEqual([]);
  });

  it('polls what was open: the payment becomes paid and the refund completed, as at the acquirer', async () => {
    await world.sql('UPDATE payment_attempt SET next_poll_at = now() WHERE next_poll_at > now()'); // makes the next poll due
    await waitForStatus(ids.open, 'transaction_paid');
    await waitForRefunds(ids.refundRequested);
  });

  it('rejects refunds and subscription charges, while new payments can be created', async () => {
    expect((await refundAgain(10)).status).toBe(503);
    const { transactionId } = await post('transactions', { amount: 30, ...MANDATE_PAYER });
    const body = { transactionId };
    const charged = await api.http.post(path(`blik/subscriptions/${ids.subscription}/autopayment`), { token: buyer.token, body });
    expect([charged.status, charged.body.errorCode]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  });

  it('finds the lost records in the acquirer’s files, and polls the acquirer about them', async () => {
    for (const [channel, method] of [['blik'], ['mbank'], ['blik-recurrent', 'blik-recurring']] as const)
      for (const day of new Set([firstDay, today()])) {
        const file = join(archived.postgres.folder, `${channel}-${day}.csv`);
        const response = await fetch(`${acquirer.http.baseUrl}/acquirer/settlements/${method ?? channel}/${day}.csv`);
        await writeFile(file, await response.text());
        const line = importFile.replace(/import blik \S+/, `import ${channel} ${file} --test`);
        await archived.command(line.replace(/--from \S+ --to \S+/, `--from ${day} --to ${today(1)}`));
      }
    const output = await archived.command(pollEach.replace(/--since .*/, '--since 1h --poll --json'));
    const confirmed = { polled: 'paid', recommendation: 'confirmed by the provider: reverse, refund or enter the money' };
    const records = JSON.parse(output) as { reference: string; polled: string; recommendation: string }[];
    expect(records).toHaveLength(3);
    expect(records).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ provider: 'blik', kind: 'taken', reference: lost.late, amount: '40.00', ...confirmed }),
        expect.objectContaining({ provider: 'blik-recurrent', kind: 'taken', reference: lost.charged, amount: '30.00', ...confirmed }),
        expect.objectContaining({ provider: 'blik', kind: 'given back', reference: lost.refund, amount: '-10.00' }),
      ]),
    );
  });

  it('has charged and refunded nothing twice: the acquirer’s records are those of before the restore', async () => {
    expect(await readAcquirerRecords()).toEqual(recordsBefore);
    expect(await archived.command(verify)).toContain('The ledger is consistent');
    await expectConsistent(world);
  });

  it('charges the subscription again after staff release it', async () => {
    await archived.command(release.replace(/"[^"]*"/, 'Told'));
    const next = await charge(ids.subscription, 30);
    const reference = await attemptOf(next);
    expect(await readAcquirerRecords()).toEqual([...recordsBefore, { reference, amount: '3000', state: 'PAID', payment: reference }]);
  });
});
