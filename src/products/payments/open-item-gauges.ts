import { DataSource } from 'typeorm';
import { BusinessClock } from '../../common/time/clocks.js';
import { AcquirerConnectors } from '../../connectors/acquirers/port/acquirer-connectors.js';
import type { Get } from '../../platform/products/product.js';
import { runNamed } from '../../runtime/database/named-query.js';
import { oldestOpen } from '../../runtime/database/oldest-open.js';
import type { GaugeSource, LabelledValue } from '../../runtime/metrics/gauge-collector.js';
import { OPEN_ATTEMPTS } from './attempts/acquirer-attempts.js';
import { OPEN_REFUNDS } from './refunds/acquirer-refunds.js';

const COUNT_CONFLICTS = {
  name: 'payment_conflicts',
  text: `SELECT connector, count(*)::int AS value FROM (
      SELECT connector FROM payment_attempt WHERE conflict IS NOT NULL AND next_poll_at IS NULL
      UNION ALL SELECT connector FROM payment_refund WHERE conflict IS NOT NULL AND next_poll_at IS NULL) AS kept
    GROUP BY connector`,
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
  const [dataSource, clock, connectors] = [get(DataSource), get(BusinessClock), get(AcquirerConnectors).accounts()];
  return [
    ...[OPEN_ATTEMPTS, OPEN_REFUNDS].map(({ source: name, gauge, help, states, ...open }) => {
      const oldest = oldestOpen({ ...open, connector: 'connector' });
      return {
        name,
        help: { [gauge]: help },
        labels: { [gauge]: ['connector', 'state'] },
        read: async () => ({ [gauge]: await oldest(dataSource, clock.now(), { connectors, states }) }),
      };
    }),
    {
      name: 'payment-conflicts',
      help: {
        payment_conflicts: 'Attempts and refunds with a status update that contradicts the ledger and that is left to staff.',
      },
      labels: { payment_conflicts: ['connector'] },
      read: async () => ({ payment_conflicts: await conflicts(dataSource, connectors) }),
    },
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

async function conflicts(dataSource: DataSource, connectors: readonly string[]): Promise<LabelledValue[]> {
  const rows = await runNamed<{ connector: string; value: number }>(dataSource, COUNT_CONFLICTS, []);
  const zeros = connectors.map((connector) => ({ labels: { connector }, value: 0 }));
  return [...zeros, ...rows.map(({ connector, value }) => ({ labels: { connector }, value }))]; // for equal labels the later value counts
}
