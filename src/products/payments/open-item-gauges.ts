import { DataSource } from 'typeorm';
import { BusinessClock } from '../../common/time/clocks.js';
import { AcquirerConnectors } from '../../connectors/acquirers/port/acquirer-connectors.js';
import type { Get } from '../../platform/products/product.js';
import { conflictGauge, oldestOpenGauge } from '../../platform/remote-operations/open-gauges.js';
import { runNamed } from '../../runtime/database/named-query.js';
import type { GaugeSource } from '../../runtime/metrics/gauge-collector.js';
import { OPEN_ATTEMPTS } from './attempts/acquirer-attempts.js';
import { OPEN_REFUNDS } from './refunds/acquirer-refunds.js';

const CONFLICTS = {
  source: 'payment-conflicts',
  gauge: 'payment_conflicts',
  help: 'Attempts and refunds with a status update that contradicts the ledger and that is left to staff.',
};

const READ_OLDEST_HELD = {
  name: 'payment_oldest_held',
  text: `SELECT min(held_at) AS since FROM payment_transaction WHERE status = 'transaction_fraud_possibility'`,
};

/**
 * Gauges for the time that attempts and refunds have waited for a definite outcome, for conflicts that are left to staff, and for
 * the time that held money has waited. All but the gauge of held money have a value for each account, including removed accounts. Every
 * process reports the same values.
 */
export function openItemGauges(get: Get): GaugeSource<string>[] {
  const [dataSource, clock] = [get(DataSource), get(BusinessClock)];
  const read = { dataSource, now: () => clock.now(), providers: get(AcquirerConnectors).accounts() };
  return [
    oldestOpenGauge(OPEN_ATTEMPTS, read),
    oldestOpenGauge(OPEN_REFUNDS, read),
    conflictGauge(CONFLICTS, [OPEN_ATTEMPTS, OPEN_REFUNDS], read),
    {
      name: 'held-payments',
      help: {
        payment_oldest_held_seconds: 'Age in seconds of the oldest held payment that waits for review. 0 when no payment is held.',
      },
      read: async () => ({ payment_oldest_held_seconds: await oldestHeld(dataSource, clock.now()) }),
    },
  ];
}

async function oldestHeld(dataSource: DataSource, now: Date): Promise<number> {
  const [row] = await runNamed<{ since: Date | null }>(dataSource, READ_OLDEST_HELD, []);
  return row?.since ? Math.max(0, (now.getTime() - row.since.getTime()) / 1000) : 0;
}
