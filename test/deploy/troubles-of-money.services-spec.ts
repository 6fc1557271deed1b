import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { uuidToReference } from '../../src/common/reference.js';
import { BusinessClock } from '../../src/common/time/clocks.js';
import { StateChangeMetrics } from '../../src/platform/changes/state-change-metrics.js';
import { ScheduledVerificationService } from '../../src/platform/ledger/verification/scheduled-verification.service.js';
import { MetricsServer } from '../../src/runtime/metrics/metrics-server.js';
import { runCommandWith } from '../cli/cli-world.js';
import { attemptResult } from '../payments/support/fake-acquirer.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from '../payments/support/payment-shop.js';
import { stopAndVerifyLedger } from '../payments/support/expect-ledger-valid.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { PrometheusProcess } from './support/prometheus-process.js';

const ZONE = 'Europe/Warsaw';
const PLN = (amountMinor: number) => ({ amountMinor, currency: 'PLN' });

let world: World;
let payments: PaymentWorld;
let shop: PaymentShop;
let prometheus: PrometheusProcess;
let folder: string;

// The acquirer of this suite is not marked as simulated, so its money counts as real.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-month-'));
  world = await startWorld({ METRICS_PORT: '0', PAYMENT_HOLD_PER_EMAIL: '2' });
  payments = paymentWorld(world);
  shop = await payments.openPaymentShop();
  // A gateway registers these series at its start for each account in its settings.
  const { name: connector } = payments.acquirer;
  world.get(StateChangeMetrics).expect({ subject: 'payment_attempt', state: 'suspense', connector });
  for (const state of ['booked', 'for_staff']) world.get(StateChangeMetrics).expect({ subject: 'payment_chargeback', state, connector });
  await verifyLedger();
  prometheus = await PrometheusProcess.start({
    job: ({ job_name }) => ({ job_name, static_configs: [{ targets: [`127.0.0.1:${world.get(MetricsServer).port}`] }] }),
    withoutDelay: 'all',
  });
  await until(
    () => prometheus.countSeries('gateway_state_changes_total{subject="payment_chargeback",connector="fake"}'),
    (series) => series === 2,
  );
});
afterAll(async () => {
  await prometheus?.stop();
  await rm(folder, { recursive: true, force: true });
  if (world) await stopAndVerifyLedger(world);
});

/** Verifies the ledger, as a worker does every hour. */
const verifyLedger = (): Promise<unknown> => world.get(ScheduledVerificationService).run();

/** Runs a documented command. */
async function command(line: string, ...extraArgs: string[]): Promise<string> {
  const { code, out, err } = await runCommandWith({ ...world.settings }, [...line.split(' '), ...extraArgs]);
  if (code !== 0) throw new Error(`"${line}" ended with ${code}: ${err}${out}`);
  return out;
}
// oxlint-disable-next-line typescript/no-explicit-any -- responses are JSON of unknown shape; the assertions are the check
const commandJson = async (line: string, ...extraArgs: string[]): Promise<any> =>
  JSON.parse(await command(line, ...extraArgs, '--json')) as unknown;

const startPayment = async (body: object = {}): Promise<string> => {
  const id = await shop.createNewPayment({ amount: 100, ...body });
  await shop.beginAttempt(id);
  return id;
};
/** Creates a paid payment of 100.00, of which the partner gets 98.50. @returns its id. */
const createPaid = async (body: object = {}): Promise<string> => {
  const id = await startPayment(body);
  await shop.reportAttempt(id, { outcome: 'paid', providerRef: `acq-${id}` });
  return id;
};
const chargeBack = async (id: string, amountMinor: number): Promise<void> => {
  const reference = uuidToReference((await shop.attempts(id))[0]?.reference ?? '');
  const event = { kind: 'chargeback', eventId: `chargeback-${id}`, providerRef: null, reference, money: PLN(amountMinor) };
  expect((await world.http.post('/connectors/channels/fake/reports', { body: event })).status).toBe(200);
};
const readAvailable = async (): Promise<string> => (await readWallet()).available as string;
// oxlint-disable-next-line typescript/no-explicit-any -- responses are JSON of unknown shape; the assertions are the check
const readWallet = async (): Promise<any> => {
  const { body } = await world.http.get('/wallet', { token: shop.shop.token });
  return Object.fromEntries(
    Object.entries(body.data as object).map(([part, value]) => [part, typeof value === 'number' ? value.toFixed(2) : value]),
  );
};

describe('an alert about real money', () => {
  it('fires for money held for an hour, which the partner gets once staff release it', async () => {
    const sameCustomer = { customer: { email: 'often@example.com' } };
    await createPaid(sameCustomer);
    await createPaid(sameCustomer);
    const id = await createPaid(sameCustomer);
    expect([await shop.readStatus(id), await readAvailable()]).toEqual(['fraud_possibility', '197.00']);
    await world.moveTimeForward({ minutes: 61 });
    expect((await prometheus.waitUntilFiring('PaymentHeld')).annotations['runbook_url']).toMatch(/#paymentheld$/);
    expect(await commandJson('payment held')).toMatchObject([{ transaction_id: id, reason: 'velocity_email' }]);
    await command(`payment release ${id} --reason`, 'Asked the payer');
    await prometheus.waitUntilCleared('PaymentHeld');
    expect([await shop.readStatus(id), await readAvailable()]).toEqual(['paid', '295.50']);
  });

  it('fires for a wrong amount, which stays in suspense until staff book an adjustment', async () => {
    const id = await startPayment();
    await shop.reportAttempt(id, { outcome: 'paid', money: PLN(9_000) });
    expect((await prometheus.waitUntilFiring('SuspenseReceived')).labels).toMatchObject({ connector: 'fake' });
    await verifyLedger();
    expect((await prometheus.waitUntilFiring('SuspenseOpen')).labels).toMatchObject({ currency: 'PLN' });
    expect(await commandJson('payment suspense')).toMatchObject([{ transaction_id: id }]);
    await command(
      'ledger adjust --debit platform:suspense --credit platform:clearing:mbank --amount 90.00 --author Anna --reference BACK-1 --reason',
      'The acquirer gave it back by hand',
    );
    await verifyLedger();
    await prometheus.waitUntilCleared('SuspenseOpen');
  });

  it('fires for a conflict that polls do not resolve', async () => {
    const createConflict = async (): Promise<string> => {
      const id = await createPaid();
      payments.acquirer.onPoll = () => attemptResult({ outcome: 'paid', money: { amountMinor: 700, currency: 'EUR' } });
      await shop.reportAttempt(id, { outcome: 'paid', money: { amountMinor: 700, currency: 'EUR' } });
      await payments.pollAttempts();
      return id;
    };
    // An account in the settings has a series from the start. The account of this test gets a series with its first conflict.
    const first = await createConflict();
    await until(
      () => prometheus.countSeries('gateway_payment_conflicts{connector="fake"} == 1'),
      (series) => series === 1,
    );
    const id = await createConflict();
    expect((await prometheus.waitUntilFiring('ConflictUnresolved')).labels).toMatchObject({ connector: 'fake' });
    const conflicts = (await commandJson('payment conflicts')) as { transaction_id: string }[];
    expect(conflicts.map((row) => row.transaction_id).sort()).toEqual([first, id].sort());
    expect([await shop.readStatus(id), await readAvailable()]).toEqual(['paid', '492.50']);
  });

  it('fires for a chargeback, which reduces the partner’s wallet', async () => {
    const id = await createPaid();
    const before = Number(await readAvailable());
    await chargeBack(id, 4_000);
    expect(await prometheus.waitUntilFiring('Chargeback')).toMatchObject({ labels: { connector: 'fake', state: 'booked' } });
    expect(await commandJson('payment chargebacks')).toMatchObject([{ state: 'booked', transaction_id: id, amount: '40.00' }]);
    expect([await shop.readStatus(id), Number(await readAvailable())]).toEqual(['paid', before - 40]);
  });

  it('fires after a verification that finds a changed wallet', async () => {
    const change = (by: number): Promise<void> =>
      world.asOwner(`ALTER TABLE wallet DISABLE TRIGGER USER; UPDATE wallet SET available_minor = available_minor + ${by} WHERE NOT test;
        ALTER TABLE wallet ENABLE TRIGGER USER`);
    await change(1);
    await verifyLedger();
    expect(await prometheus.waitUntilFiring('LedgerInconsistent')).toMatchObject({ labels: { severity: 'critical' } });
    expect((await runCommandWith({ ...world.settings }, ['ledger', 'verify'])).code).toBe(1);
    await change(-1);
    await verifyLedger();
    await prometheus.waitUntilCleared('LedgerInconsistent');
  });
});

describe('the month’s end with real money', () => {
  it('is compared, settled, adjusted, paid out, stated and verified', async () => {
    const now = DateTime.fromJSDate(world.get(BusinessClock).now(), { zone: ZONE });
    const [month, next] = [now.toFormat('yyyy-MM'), now.startOf('month').plus({ months: 1, days: 2 })];
    const [inFile, missing, disputed] = [await createPaid(), await createPaid(), await createPaid()];
    await chargeBack(disputed, 10_000);
    await world.moveTimeForward({ hours: Math.ceil(next.diff(now, 'hours').hours) });
    expect(await command('ledger verify')).toContain('The ledger is consistent');

    // The acquirer's file has all payments of the gateway except one, and one that the gateway does not have.
    const charges = await world.database.query<{ reference: string; amount: string; transactionId: string }[]>(
      `SELECT reference, transaction_id AS "transactionId", (coalesce(captured_minor, amount_minor) / 100.0)::numeric(9, 2)::text AS amount
       FROM payment_attempt WHERE state IN ('paid', 'suspense') AND channel = 'mbank'`,
    );
    const chargebacks = await world.database.query<{ reference: string; amount: string }[]>(
      `SELECT attempt_reference AS reference, (-amount_minor / 100.0)::numeric(9, 2)::text AS amount FROM payment_chargeback`,
    );
    const lines = [...charges.filter(({ transactionId }) => transactionId !== missing), ...chargebacks];
    expect(lines.map(({ reference }) => reference)).toContain((await shop.attempts(inFile))[0]?.reference);
    const path = join(folder, 'mbank.csv');
    const rows = lines.map(({ reference, amount }) => `${uuidToReference(reference)};${amount.replace('.', ',')}`);
    await writeFile(path, ['reference;amount', ...rows, 'acq-stranger;5,00', ''].join('\n'));
    const file = await commandJson(`settlement import mbank ${path} --month ${month} --delimiter ; --decimal , --author Anna`);
    expect(file).toMatchObject({ lines: rows.length + 1, discrepancies: { missing_here: 1, missing_there: 1 } });

    const settle = `settlement settle mbank --month ${month} --reference MB-${month} --author Anna`;
    const settled = await commandJson(settle);
    expect(settled).toMatchObject({ repeated: false, provider: 'mbank', sums: [{ currency: 'PLN' }] });
    expect(await commandJson(settle)).toMatchObject({ repeated: true });
    await command(
      `ledger adjust --debit platform:rounding --credit platform:liquidity --amount 0.03 --reference MB-${month}-R --author Anna --reason`,
      '3 grosz less',
    );

    const { partnerId } = shop.shop;
    const payoutAmount = await readAvailable();
    await command(`wallet payout ${partnerId} --amount ${payoutAmount} --reference TR-1 --author Anna`);
    expect(await readWallet()).toMatchObject({ pending: '0.00', available: '0.00', owed: '0.00' });

    // The command ends with code 1 if its sums do not agree.
    for (const line of [`statement --month ${month}`, `statement --month ${next.toFormat('yyyy-MM')}`])
      expect(await command(line, '--csv')).toContain('platform:clearing:mbank');
    expect(await command(`partner statement ${partnerId} --month ${next.toFormat('yyyy-MM')} --csv`)).toContain(`payout`);
    expect(await command(`statement --month ${month} --test`, '--csv')).not.toContain('platform:clearing');

    const head = join(folder, 'head.json');
    await writeFile(head, await command('ledger head --json'));
    expect(JSON.parse(await readFile(head, 'utf8'))).toMatchObject({ seal: expect.any(Number) });
    await shop.createNewPayment();
    expect(await commandJson(`ledger verify --head ${head}`)).toMatchObject({ sound: true });
    expect(await world.database.query(`SELECT DISTINCT test FROM ledger_entry UNION SELECT DISTINCT test FROM payment_attempt`)).toEqual([
      { test: false },
    ]);
  });
});
