import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ScheduledVerificationService } from '../../src/platform/ledger/scheduled-verification.service.js';
import { StoredVerifications } from '../../src/platform/ledger/verifications/stored-verifications.js';
import { Metrics } from '../../src/runtime/metrics/metrics.js';
import { GaugeCollector } from '../../src/runtime/metrics/gauge-collector.js';
import type { PeriodicTask } from '../../src/runtime/scheduling/periodic-tasks.js';
import { earned, entryOf, LedgerWorld } from './ledger-world.js';

const BEGUN = new Date('2026-04-02T10:00:00Z');

describe('the proof of the ledger in a worker', () => {
  let world: LedgerWorld;
  let partnerId: string;
  let tasks: PeriodicTask[];
  let logged: unknown[][];
  let checks: ScheduledVerificationService;
  let metrics: Metrics;
  let gauges: GaugeCollector;
  beforeEach(async () => {
    world = await LedgerWorld.open();
    partnerId = await world.partner();
    await world.post(earned(partnerId, 100));
    start();
  });
  afterEach(() => world.close());

  /** A worker whose proofs take 1.5 seconds each, with nothing between them. */
  function start(ledgerCheckMinutes = 60): void {
    [tasks, logged, metrics] = [[], [], new Metrics()];
    let now = BEGUN.getTime() - 1_500;
    const clock = { now: () => new Date((now += 1_500)) };
    const log = { error: (...words: unknown[]) => logged.push(words), warn: (...words: unknown[]) => logged.push(words) } as never;
    gauges = new GaugeCollector(metrics, log);
    const periodic = { register: (task: PeriodicTask) => tasks.push(task) } as never;
    const kept = new StoredVerifications(world.dataSource);
    checks = new ScheduledVerificationService(
      world.verify,
      kept,
      clock,
      { metrics: { ledgerCheckMinutes } } as never,
      periodic,
      gauges,
      log,
    );
    checks.onModuleInit();
  }

  /** Lines of this suite's figures, as they are scraped. */
  const scraped = async (): Promise<string[]> => {
    await gauges.read();
    const text = await metrics.registry.metrics();
    return text.split('\n').filter((line) => line.startsWith('gateway_ledger_') || line.startsWith('gateway_figures_readable'));
  };
  const READABLE = 'gateway_figures_readable{source="ledger"} 1';

  const breakWallet = async (): Promise<void> => {
    const superuser = await world.login('superuser');
    await superuser.query('SET session_replication_role = replica');
    await superuser.query('UPDATE wallet SET pending_minor = 99');
  };

  it('has no figures before it was made', async () => {
    expect(await scraped()).toEqual([READABLE]);
  });

  it('of a sound ledger says so, when it was made, how long it took and what is in suspense', async () => {
    await world.post(entryOf([{ account: 'platform:suspense', currency: 'PLN', amountMinor: -70 }]));
    const euros = entryOf([{ account: 'platform:suspense', currency: 'EUR', amountMinor: -3 }]);
    await world.post({ ...euros, test: true });
    await checks.run();
    expect(await scraped()).toEqual([
      READABLE,
      'gateway_ledger_drift 0',
      `gateway_ledger_checked_timestamp_seconds ${BEGUN.getTime() / 1000 + 1.5}`,
      'gateway_ledger_check_duration_seconds 1.5',
      'gateway_ledger_suspense_minor{currency="PLN",test="false"} 70',
      'gateway_ledger_suspense_minor{currency="EUR",test="true"} 3',
    ]);
    expect(logged).toEqual([]);
  });

  it('of a ledger that is not sound says so, and logs the row', async () => {
    await breakWallet();
    await checks.run();
    expect(await scraped()).toContain('gateway_ledger_drift 1');
    expect(logged).toEqual([
      [{ broken: expect.objectContaining({ table: 'wallet', id: partnerId }), entries: 1 }, 'the ledger is not sound'],
    ]);
  });

  it('that did not come as far as suspense has no figure of it', async () => {
    await world.post(entryOf([{ account: 'platform:suspense', currency: 'PLN', amountMinor: -70 }]));
    const superuser = await world.login('superuser');
    await superuser.query('SET session_replication_role = replica');
    await superuser.query('UPDATE ledger_posting SET amount_minor = amount_minor + 1');
    await checks.run();
    const lines = await scraped();
    expect(lines).toContain('gateway_ledger_drift 1');
    expect(lines.filter((line) => line.includes('suspense'))).toEqual([]);
  });

  it('is not made while another process is at it', async () => {
    const other = world.dataSource.createQueryRunner();
    await other.startTransaction();
    await other.query("SELECT pg_advisory_xact_lock(hashtext('ledger_check'))");
    await checks.run();
    expect(await scraped()).toEqual([READABLE]);
    await other.rollbackTransaction();
    await other.release();
    await checks.run();
    expect(await scraped()).toContain('gateway_ledger_drift 0');
  });

  it('ends between two batches when the process does, and leaves what the last one said', async () => {
    await checks.run(new AbortController().signal);
    await breakWallet();
    await expect(checks.run(AbortSignal.abort('the process ends'))).rejects.toBe('the process ends');
    expect(await scraped()).toContain('gateway_ledger_drift 0');
  });

  it('is made as often as it is set, and waits for its time again', async () => {
    expect(tasks).toMatchObject([{ name: 'ledger-check', everyMs: 3_600_000 }]);
    await expect(tasks[0]?.batch(new AbortController().signal)).resolves.toBe(false);
    expect(await scraped()).toContain('gateway_ledger_drift 0');
    await expect(tasks[0]?.batch(AbortSignal.abort('the process ends'))).rejects.toBe('the process ends');
  });

  it('is not made by itself when it is set to never', () => {
    start(0);
    expect(tasks).toEqual([]);
  });
});
