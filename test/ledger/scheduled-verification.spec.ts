import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ScheduledVerificationService } from '../../src/platform/ledger/verification/scheduled-verification.service.js';
import { StoredVerifications } from '../../src/platform/ledger/verification/stored-verifications.js';
import { Metrics } from '../../src/runtime/metrics/metrics.js';
import { GaugeCollector } from '../../src/runtime/metrics/gauge-collector.js';
import type { PeriodicTask } from '../../src/runtime/scheduling/periodic-tasks.js';
import { pendingEntry, balancedEntry, LedgerWorld } from './ledger-world.js';

const START = new Date('2026-04-02T10:00:00Z');

describe('the scheduled verification of the ledger', () => {
  let world: LedgerWorld;
  let partnerId: string;
  let tasks: PeriodicTask[];
  let logCalls: unknown[][];
  let verification: ScheduledVerificationService;
  let metrics: Metrics;
  let gauges: GaugeCollector;
  beforeEach(async () => {
    world = await LedgerWorld.open();
    partnerId = await world.partner();
    await world.post(pendingEntry(partnerId, 100));
    start();
  });
  afterEach(() => world.close());

  /** Starts a worker whose verifications take 1.5 seconds each, with no time between them. */
  function start(ledgerVerifyMinutes = 60): void {
    [tasks, logCalls, metrics] = [[], [], new Metrics()];
    let now = START.getTime() - 1_500;
    const clock = { now: () => new Date((now += 1_500)) };
    const log = { error: (...args: unknown[]) => logCalls.push(args), warn: (...args: unknown[]) => logCalls.push(args) } as never;
    gauges = new GaugeCollector(metrics, log);
    const periodic = { register: (task: PeriodicTask) => tasks.push(task) } as never;
    const storedVerifications = new StoredVerifications(world.dataSource);
    verification = new ScheduledVerificationService(
      world.verify,
      storedVerifications,
      clock,
      { metrics: { ledgerVerifyMinutes } } as never,
      periodic,
      gauges,
      log,
    );
    verification.onModuleInit();
  }

  /** Scrapes the gauges that this suite tests. @returns their lines. */
  const scrapeGauges = async (): Promise<string[]> => {
    await gauges.read();
    const text = await metrics.registry.metrics();
    return text.split('\n').filter((line) => line.startsWith('gateway_ledger_') || line.startsWith('gateway_metrics_source_up'));
  };
  const SOURCE_UP = 'gateway_metrics_source_up{source="ledger"} 1';

  const corruptWallet = async (): Promise<void> => {
    const superuser = await world.login('superuser');
    await superuser.query('SET session_replication_role = replica'); // switches triggers off
    await superuser.query('UPDATE wallet SET pending_minor = 99');
  };

  it('has no gauges before its first run', async () => {
    expect(await scrapeGauges()).toEqual([SOURCE_UP]);
  });

  it('of a consistent ledger reports the result, time, duration and suspense', async () => {
    await world.post(balancedEntry([{ account: 'platform:suspense', currency: 'PLN', amountMinor: -70 }]));
    const euros = balancedEntry([{ account: 'platform:suspense', currency: 'EUR', amountMinor: -3 }]);
    await world.post({ ...euros, test: true });
    await verification.run();
    expect(await scrapeGauges()).toEqual([
      SOURCE_UP,
      'gateway_ledger_inconsistent 0',
      `gateway_ledger_verified_timestamp_seconds ${START.getTime() / 1000 + 1.5}`,
      'gateway_ledger_verification_duration_seconds 1.5',
      'gateway_ledger_suspense_minor{currency="PLN",test="false"} 70',
      'gateway_ledger_suspense_minor{currency="EUR",test="true"} 3',
    ]);
    expect(logCalls).toEqual([]);
  });

  it('of an inconsistent ledger sets the gauge and logs the row', async () => {
    await corruptWallet();
    await verification.run();
    expect(await scrapeGauges()).toContain('gateway_ledger_inconsistent 1');
    expect(logCalls).toEqual([
      [
        { broken: expect.objectContaining({ table: 'wallet', id: partnerId }), entries: 1 },
        'Ledger verification found an inconsistent row',
      ],
    ]);
  });

  it('has no suspense gauge when it stopped at an entry', async () => {
    await world.post(balancedEntry([{ account: 'platform:suspense', currency: 'PLN', amountMinor: -70 }]));
    const superuser = await world.login('superuser');
    await superuser.query('SET session_replication_role = replica'); // switches triggers off
    await superuser.query('UPDATE ledger_posting SET amount_minor = amount_minor + 1');
    await verification.run();
    const lines = await scrapeGauges();
    expect(lines).toContain('gateway_ledger_inconsistent 1');
    expect(lines.filter((line) => line.includes('suspense'))).toEqual([]);
  });

  it('does not run while another process verifies the ledger', async () => {
    const other = world.dataSource.createQueryRunner();
    await other.startTransaction();
    await other.query("SELECT pg_advisory_xact_lock(hashtext('ledger_check'))");
    await verification.run();
    expect(await scrapeGauges()).toEqual([SOURCE_UP]);
    await other.rollbackTransaction();
    await other.release();
    await verification.run();
    expect(await scrapeGauges()).toContain('gateway_ledger_inconsistent 0');
  });

  it('stops between two batches at shutdown and keeps the last result', async () => {
    await verification.run(new AbortController().signal);
    await corruptWallet();
    await expect(verification.run(AbortSignal.abort('the process ends'))).rejects.toBe('the process ends');
    expect(await scrapeGauges()).toContain('gateway_ledger_inconsistent 0');
  });

  it('runs at the configured interval', async () => {
    expect(tasks).toMatchObject([{ name: 'verify-ledger', intervalMs: 3_600_000 }]);
    await expect(tasks[0]?.batch(new AbortController().signal)).resolves.toBe(false);
    expect(await scrapeGauges()).toContain('gateway_ledger_inconsistent 0');
    await expect(tasks[0]?.batch(AbortSignal.abort('the process ends'))).rejects.toBe('the process ends');
  });

  it('is not scheduled when the interval is zero', () => {
    start(0);
    expect(tasks).toEqual([]);
  });
});
