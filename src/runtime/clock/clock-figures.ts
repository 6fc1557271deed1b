import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock, SystemClock } from '../../common/time/clocks.js';
import { runNamed } from '../database/named-query.js';
import { ScrapedFigures } from '../metrics/scraped-figures.js';

const NOW = { name: 'clock_figures', text: 'SELECT clock_timestamp() AS now' };

/** What is answered later says nothing of the clocks. */
const TELLING_MS = 1_000;

/** Whether business time was moved, and whether this computer's clock and the database's are one. The source `database` says that it is reached. */
@Injectable()
export class ClockFigures implements OnModuleInit {
  constructor(
    private readonly figures: ScrapedFigures,
    private readonly business: BusinessClock,
    private readonly system: SystemClock,
    private readonly dataSource: DataSource,
  ) {}

  onModuleInit(): void {
    this.figures.register({
      name: 'business-clock',
      help: { business_clock_ahead_seconds: 'How far business time is ahead of the clock; only the sandbox moves it.' },
      read: () => ({ business_clock_ahead_seconds: Math.round((this.business.now().getTime() - this.system.now().getTime()) / 1000) }),
    });
    this.figures.register({
      name: 'database',
      help: {
        clock_ahead_of_database_seconds: 'How far the clock of this process is ahead of the database’s; negative when it is behind.',
      },
      read: async () => {
        const asked = this.system.now().getTime();
        const [row] = await runNamed<{ now: Date }>(this.dataSource, NOW, []);
        const answered = this.system.now().getTime();
        if (!row || answered - asked > TELLING_MS) return {}; // who waited for a connection cannot say when the database was asked
        return { clock_ahead_of_database_seconds: ((asked + answered) / 2 - row.now.getTime()) / 1000 };
      },
    });
  }
}
