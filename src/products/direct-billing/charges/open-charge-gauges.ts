import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { OPERATORS } from '../../../connectors/operators/operator.port.js';
import type { Get } from '../../../platform/products/product.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { oldestOpen } from '../../../runtime/database/oldest-open.js';
import type { GaugeSource } from '../../../runtime/metrics/gauge-collector.js';
import type { ChargeState } from './charge-transitions.js';

const OPEN_STATES: readonly ChargeState[] = ['sent', 'accepted', 'in_doubt', 'reversal_due'];

const oldestCharges = oldestOpen({
  table: 'direct_billing_charge',
  connector: 'operator',
  state: 'state',
  since: 'updated_at',
  isOpen: 'next_poll_at IS NOT NULL',
});

const COUNT_CONFLICTS = {
  name: 'direct_billing_conflicts',
  text: `SELECT o.operator, count(c.reference)::int AS value FROM unnest($1::text[]) AS o (operator)
    LEFT JOIN direct_billing_charge c ON c.operator = o.operator AND c.conflict IS NOT NULL AND c.next_poll_at IS NULL
    GROUP BY o.operator`,
};

/**
 * Gauges of how long charges have waited for a definite outcome, and of conflicts that are left to staff. They include operators without a
 * connector. Every process reports the same values.
 */
export function openChargeGauges(get: Get): GaugeSource<string>[] {
  const [dataSource, clock] = [get(DataSource), get(BusinessClock)];
  return [
    {
      name: 'open-charges',
      help: {
        direct_billing_oldest_open_charge_seconds:
          'Age in its state of the oldest charge without a definite outcome, by state. 0 when there is none.',
      },
      labels: { direct_billing_oldest_open_charge_seconds: ['connector', 'state'] },
      read: async () => {
        const series = { connectors: OPERATORS, states: OPEN_STATES };
        return { direct_billing_oldest_open_charge_seconds: await oldestCharges(dataSource, clock.now(), series) };
      },
    },
    {
      name: 'charge-conflicts',
      help: {
        direct_billing_conflicts: 'Charges with a conflict that wait for staff: a later status update contradicts the booking.',
      },
      labels: { direct_billing_conflicts: ['connector'] },
      read: async () => {
        const rows = await runNamed<{ operator: string; value: number }>(dataSource, COUNT_CONFLICTS, [OPERATORS]);
        return { direct_billing_conflicts: rows.map(({ operator, value }) => ({ labels: { connector: operator }, value })) };
      },
    },
  ];
}
