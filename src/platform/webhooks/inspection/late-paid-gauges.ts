import { Injectable, type OnModuleInit } from '@nestjs/common';
import { GaugeCollector } from '../../../runtime/metrics/gauge-collector.js';
import { LatePaidQuery, MAX_LATE_PAID, SEARCHED_PER_ENDPOINT } from './late-paid.query.js';

/** Services with a value of their own: those with the most. */
const NAMED = 10;

/** Paid transactions whose notification was not acknowledged in time. Every role has these gauges, and all processes report the same. */
@Injectable()
export class UnacknowledgedPaidGauges implements OnModuleInit {
  constructor(
    private readonly gauges: GaugeCollector,
    private readonly latePaid: LatePaidQuery,
  ) {}

  onModuleInit(): void {
    this.gauges.register({
      name: 'late-paid',
      help: {
        webhook_unacknowledged_paid: `Paid transactions whose notification has waited for its acknowledgement for more than 15 minutes; counted up to ${MAX_LATE_PAID}, and among the ${SEARCHED_PER_ENDPOINT} of an endpoint that are tried next.`,
        webhook_endpoint_unacknowledged_paid: `The same for each of the ${NAMED} services with the most of them.`,
      },
      labels: { webhook_endpoint_unacknowledged_paid: ['service'] },
      read: async () => {
        const rows = await this.latePaid.run();
        return {
          webhook_unacknowledged_paid: rows.reduce((sum, { late }) => sum + late, 0),
          webhook_endpoint_unacknowledged_paid: rows
            .slice(0, NAMED)
            .map(({ serviceId, late }) => ({ labels: { service: serviceId }, value: late })),
        };
      },
    });
  }
}
