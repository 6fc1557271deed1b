import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { Get } from '../../../platform/products/product.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import type { GaugeSource } from '../../../runtime/metrics/gauge-collector.js';

/** The query reads no more calls than this, so that its cost is limited. */
const MAX_COUNTED = 1_000;
/** Only the services with the most late messages have a gauge of their own. */
const MAX_SERVICES = 10;
const LATE_AFTER_MS = 15 * 60_000; // the same as for notifications of paid transactions

const COUNT_LATE = {
  name: 'sms_partner_call_late',
  text: `SELECT t.service_id AS service, count(*)::int AS late FROM (
           SELECT transaction_id FROM sms_partner_call WHERE next_attempt_at IS NOT NULL ORDER BY next_attempt_at LIMIT ${MAX_COUNTED}
         ) c JOIN sms_transaction t ON t.id = c.transaction_id WHERE t.created_at <= $1
         GROUP BY t.service_id ORDER BY late DESC, service`,
};

/** Gauges of paid messages without a usable response from the partner's program. */
export function partnerCallGauges(get: Get): GaugeSource<string>[] {
  const [dataSource, clock] = [get(DataSource), get(BusinessClock)];
  return [
    {
      name: 'sms-calls',
      help: {
        sms_unacknowledged_paid: `Paid messages whose partner’s program has returned no usable response for more than 15 minutes, of the ${MAX_COUNTED} calls that are due next.`,
        sms_service_unacknowledged_paid: `The same for each of the ${MAX_SERVICES} services that have the most of them.`,
      },
      labels: { sms_service_unacknowledged_paid: ['service'] },
      read: async () => {
        const latestCreatedAt = new Date(clock.now().getTime() - LATE_AFTER_MS);
        const rows = await runNamed<{ service: string; late: number }>(dataSource, COUNT_LATE, [latestCreatedAt]);
        return {
          sms_unacknowledged_paid: rows.reduce((sum, { late }) => sum + late, 0),
          sms_service_unacknowledged_paid: rows.slice(0, MAX_SERVICES).map(({ service, late }) => ({ labels: { service }, value: late })),
        };
      },
    },
  ];
}
