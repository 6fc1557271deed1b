import { Injectable, type OnModuleInit } from '@nestjs/common';
import { GaugeCollector } from '../../../runtime/metrics/gauge-collector.js';
import { LatePaidQuery, MAX_LATE_PAID, SEARCHED_PER_ENDPOINT } from './late-paid.query.js';

/** Maximum number of services with a separate gauge value: those with the most late notifications. */
const MAX_REPORTED = 10;

/** Gauges of paid transactions whose notification is late. API processes and workers have these gauges and report the same values. */
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
        webhook_unacknowledged_paid: `Paid transactions whose notification has waited for its acknowledgement for more than 15 minutes. Counted up to ${MAX_LATE_PAID}, and among the ${SEARCHED_PER_ENDPOINT} of an endpoint that are tried next.`,
        webhook_endpoint_unacknowledged_paid: `The same for each of the ${MAX_REPORTED} services with the most of them.`,
      },
      labels: { webhook_endpoint_unacknowledged_paid: ['service'] },
      read: async () => {
        const rows = await this.latePaid.run();
        return {
          webhook_unacknowledged_paid: rows.reduce((sum, { late }) => sum + late, 0),
          webhook_endpoint_unacknowledged_paid: rows
            .slice(0, MAX_REPORTED)
            .map(({ serviceId, late }) => ({ labels: { service: serviceId }, value: late })),
        };
      },
    });
  }
}
