import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { ScrapedFigures } from '../../../runtime/metrics/scraped-figures.js';

const AT_MOST = 1_000;
const LATE_AFTER_MS = 15 * 60_000; // as for notifications of paid transactions

const LATE = {
  name: 'sms_partner_call_late',
  text: `SELECT count(*)::int AS late FROM (
           SELECT transaction_id FROM sms_partner_call WHERE next_attempt_at IS NOT NULL ORDER BY next_attempt_at LIMIT ${AT_MOST}
         ) c JOIN sms_transaction t ON t.id = c.transaction_id WHERE t.created_at <= $1`,
};

/** Messages that payers have paid for and whose partners' programs have not taken notice. */
@Injectable()
export class PartnerCallFigures implements OnModuleInit {
  constructor(
    private readonly figures: ScrapedFigures,
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
  ) {}

  onModuleInit(): void {
    this.figures.register({
      name: 'sms-calls',
      help: {
        sms_unacknowledged_paid: `Paid messages whose partner’s program has given no usable answer for more than 15 minutes; counted among the ${AT_MOST} that are tried next.`,
      },
      read: async () => {
        const before = new Date(this.clock.now().getTime() - LATE_AFTER_MS);
        const [row] = await runNamed<{ late: number }>(this.dataSource, LATE, [before]);
        return { sms_unacknowledged_paid: row?.late ?? 0 };
      },
    });
  }
}
