import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SystemClock } from '../../../common/time/clocks.js';
import { RATE_TABLES } from '../../../connectors/rates/rate-source.port.js';
import { GaugeCollector } from '../../../runtime/metrics/gauge-collector.js';
import { RateQueries } from './rate.queries.js';

const help = (name: string, schedule: string): string =>
  `Age in seconds of the newest exchange rate table ${name}, from the start of its day. ${schedule}`;

/** Gauges for the age of the exchange rates. */
@Injectable()
export class RateGauges implements OnModuleInit {
  constructor(
    private readonly gauges: GaugeCollector,
    private readonly rates: RateQueries,
    private readonly clock: SystemClock,
  ) {}

  onModuleInit(): void {
    this.gauges.register({
      name: 'exchange-rates',
      help: {
        payment_rate_table_a_age_seconds: help('A', 'NBP publishes it on working days.'),
        payment_rate_table_b_age_seconds: help('B', 'NBP publishes it once a week.'),
      },
      read: async () => {
        const [newestA, newestB] = await Promise.all(RATE_TABLES.map((name) => this.rates.newestTableDay(name)));
        return {
          ...(newestA && { payment_rate_table_a_age_seconds: this.secondsSince(newestA) }),
          ...(newestB && { payment_rate_table_b_age_seconds: this.secondsSince(newestB) }),
        };
      },
    });
  }

  private secondsSince(day: string): number {
    return Math.round((this.clock.now().getTime() - Date.parse(day)) / 1000);
  }
}
