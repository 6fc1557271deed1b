import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { type Operator, type OperatorConnector, OperatorConnectors } from '../../../connectors/operators/operator.port.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { dueRowPoller } from '../../../runtime/scheduling/due-row-poller.js';
import { DirectBillingCharge } from './direct-billing-charge.entity.js';
import { ApplyChargeOutcomeService } from './apply-charge-outcome.service.js';
import { PollSchedule } from './charge-poll-schedule.js';
import { ReverseChargeService } from './reverse-charge.service.js';

const MAX_POLLS_OF_CONTRADICTED = 32;

const DUE_CHARGE = selectionOf(DirectBillingCharge, ['reference', 'state', 'pollCount']);
/** A row is claimed by moving its next poll on, so no other process polls it meanwhile. */
const callAboutCharges = dueRowPoller(DUE_CHARGE, { id: 'reference', dueAt: 'next_poll_at', count: 'poll_count', of: 'operator' });

/** Polls operators about charges without a definite answer, and repeats reversals until they are done. */
@Injectable()
export class PollChargesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly schedule: PollSchedule,
    private readonly operators: OperatorConnectors,
    private readonly applyOutcome: ApplyChargeOutcomeService,
    private readonly reverseCharge: ReverseChargeService,
  ) {}

  /** One batch of one operator's charges. Without a connector they stay due. @returns whether there may be more. */
  async batch(operator: Operator): Promise<boolean> {
    const connector = this.operators.of(operator);
    if (!connector) return false;
    const { againAfterMs } = this.schedule;
    const call = (charge: RowOf<typeof DUE_CHARGE>) => this.poll(charge, connector);
    return callAboutCharges(this.dataSource, { of: operator, now: this.clock.now(), againAfterMs, call });
  }

  private async poll({ reference, state, pollCount }: RowOf<typeof DUE_CHARGE>, connector: OperatorConnector): Promise<void> {
    // A booked charge that was contradicted is polled for a day, then left to staff.
    if (state === 'booked' && pollCount > MAX_POLLS_OF_CONTRADICTED) return this.closeForStaff(reference);
    if (state === 'reversal_due') return this.reverseCharge.run(reference, connector);
    const polledAt = this.clock.now();
    const status = await connector.chargeStatus(reference);
    await this.applyOutcome.run({ reference }, { ...status, polledAt });
  }

  private async closeForStaff(reference: string): Promise<void> {
    await this.dataSource.manager.update(DirectBillingCharge, { reference, state: 'booked' }, { nextPollAt: null, pollCount: 0 });
  }
}
