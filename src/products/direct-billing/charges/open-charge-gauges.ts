import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { OPERATORS } from '../../../connectors/operators/operator.port.js';
import type { Get } from '../../../platform/products/product.js';
import { conflictGauge, oldestOpenGauge } from '../../../platform/remote-operations/open-gauges.js';
import type { GaugeSource } from '../../../runtime/metrics/gauge-collector.js';
import { OPEN_CHARGES } from './operator-charges.js';

const CONFLICTS = {
  source: 'charge-conflicts',
  gauge: 'direct_billing_conflicts',
  help: 'Charges with a conflict that wait for staff: a later status update contradicts the booking.',
};

/**
 * Gauges of how long charges have waited for a definite outcome, and of conflicts that are left to staff. They include operators without a
 * connector. Every process reports the same values.
 */
export function openChargeGauges(get: Get): GaugeSource<string>[] {
  const [dataSource, clock] = [get(DataSource), get(BusinessClock)];
  const read = { dataSource, now: () => clock.now(), providers: OPERATORS };
  return [oldestOpenGauge(OPEN_CHARGES, read), conflictGauge(CONFLICTS, [OPEN_CHARGES], read)];
}
