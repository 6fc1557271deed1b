import { Injectable, type OnModuleInit } from '@nestjs/common';
import { BusinessClock, SystemClock } from '../../common/time/clocks.js';
import { GaugeCollector } from '../metrics/gauge-collector.js';
import { DatabaseClock } from './database-clock.js';

/**
 * Gauges of how far business time was moved, and of the difference between this computer's clock and the database's. The source `database`
 * also shows whether the database responds.
 */
@Injectable()
export class ClockGauges implements OnModuleInit {
  constructor(
    private readonly gauges: GaugeCollector,
    private readonly business: BusinessClock,
    private readonly system: SystemClock,
    private readonly database: DatabaseClock,
  ) {}

  onModuleInit(): void {
    this.gauges.register({
      name: 'business-clock',
      help: { business_clock_offset_seconds: 'How far business time is ahead of system time. Only the sandbox moves it.' },
      read: () => ({ business_clock_offset_seconds: Math.round((this.business.now().getTime() - this.system.now().getTime()) / 1000) }),
    });
    this.gauges.register({
      name: 'database',
      help: {
        clock_skew_seconds: 'How far the clock of this process is ahead of the database’s. Negative when it is behind.',
      },
      read: async () => {
        await this.database.compare();
        return { clock_skew_seconds: this.database.aheadMs() / 1000 };
      },
    });
  }
}
