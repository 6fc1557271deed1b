import { SystemClock } from '../../../common/time/clocks.js';
import { RATE_TABLES } from '../../../connectors/rates/rate-source.port.js';
import type { Get } from '../../../platform/products/product.js';
import type { GaugeSource } from '../../../runtime/metrics/gauge-collector.js';
import { RateQueries } from './rate.queries.js';

const help = (name: string, schedule: string): string =>
  `Age in seconds of the newest exchange rate table ${name}, from the start of its day. ${schedule}`;

/** Gauges for the age of the exchange rates. */
export function rateGauges(get: Get): GaugeSource<string>[] {
  const [rates, clock] = [get(RateQueries), get(SystemClock)];
  const secondsSince = (day: string): number => Math.round((clock.now().getTime() - Date.parse(day)) / 1000);
  return [
    {
      name: 'exchange-rates',
      help: {
        payment_rate_table_a_age_seconds: help('A', 'NBP publishes it on working days.'),
        payment_rate_table_b_age_seconds: help('B', 'NBP publishes it once a week.'),
      },
      read: async () => {
        const [newestA, newestB] = await Promise.all(RATE_TABLES.map((name) => rates.newestTableDay(name)));
        return {
          ...(newestA && { payment_rate_table_a_age_seconds: secondsSince(newestA) }),
          ...(newestB && { payment_rate_table_b_age_seconds: secondsSince(newestB) }),
        };
      },
    },
  ];
}
