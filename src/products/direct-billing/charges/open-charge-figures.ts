import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { OPERATORS } from '../../../connectors/operators/operator.port.js';
import { StateChangeMetrics } from '../../../platform/changes/state-change-metrics.js';
import { oldestOpen } from '../../../runtime/database/oldest-open.js';
import { ScrapedFigures } from '../../../runtime/metrics/scraped-figures.js';
import type { ChargeState } from './charge-transitions.js';
import { CHARGE } from './charge.subject.js';

const OPEN_STATES: readonly ChargeState[] = ['sent', 'accepted', 'in_doubt', 'reversal_due'];

const oldestCharges = oldestOpen({
  table: 'direct_billing_charge',
  of: 'operator',
  state: 'state',
  since: 'updated_at',
  isOpen: 'ask_at IS NOT NULL',
});

/** How long operators have owed a definite word about a charge, those without a connector too. Every process says the same. */
@Injectable()
export class OpenChargeFigures implements OnModuleInit {
  constructor(
    private readonly figures: ScrapedFigures,
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly changes: StateChangeMetrics,
  ) {}

  onModuleInit(): void {
    for (const connector of OPERATORS) this.changes.expect({ subject: CHARGE.type, state: 'reversal_due', connector });
    this.figures.register({
      name: 'open-charges',
      help: {
        direct_billing_oldest_open_charge_seconds:
          'How long the charge that has been in the state longest has been in it, of those without a definite word of the operator; 0 when there is none.',
      },
      labels: { direct_billing_oldest_open_charge_seconds: ['connector', 'state'] },
      read: async () => {
        const expected = { connectors: OPERATORS, states: OPEN_STATES };
        return { direct_billing_oldest_open_charge_seconds: await oldestCharges(this.dataSource, this.clock.now(), expected) };
      },
    });
  }
}
