import { Injectable } from '@nestjs/common';
import { DataSource, MoreThan } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { type Operator, type OperatorConnector, OperatorConnectors } from '../../../connectors/operators/operator.port.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { dueRowPoller } from '../../../runtime/scheduling/due-row-poller.js';
import { DirectBillingCharge } from './direct-billing-charge.entity.js';
import { ApplyChargeOutcomeService } from './apply-charge-outcome.service.js';
import { ChargePollSchedule } from './charge-poll-schedule.js';
import { ReverseChargeService } from './reverse-charge.service.js';

/** With the delays of `ChargePollSchedule`, 32 polls take about a day. */
const MAX_POLLS_OF_CONFLICT = 32;

const DUE_CHARGE = selectionOf(DirectBillingCharge, ['reference', 'state', 'pollCount']);
/** Claims a charge by moving its next poll forward, so that no other process polls the charge at the same time. */
const pollDueCharges = dueRowPoller(DUE_CHARGE, {
  id: 'reference',
  dueAt: 'next_poll_at',
  count: 'poll_count',
  providerColumn: 'operator',
});

/** Polls operators about charges without a definite outcome, and repeats reversals until the operator confirms them. */
@Injectable()
export class PollChargesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly schedule: ChargePollSchedule,
    private readonly operators: OperatorConnectors,
    private readonly applyOutcome: ApplyChargeOutcomeService,
    private readonly reverseCharge: ReverseChargeService,
  ) {}

  /** Polls one batch of an operator's due charges. Without a connector the charges stay due. @returns whether more charges may be due. */
  async batch(operator: Operator): Promise<boolean> {
    const connector = this.operators.of(operator);
    if (!connector) return false;
    const { againAfterMs } = this.schedule;
    const call = (charge: RowOf<typeof DUE_CHARGE>) => this.poll(charge, connector);
    return pollDueCharges(this.dataSource, { dueProvider: operator, now: this.clock.now(), againAfterMs, call });
  }

  private async poll({ reference, state, pollCount }: RowOf<typeof DUE_CHARGE>, connector: OperatorConnector): Promise<void> {
    // A booked charge is polled only because of a conflict. After about a day the conflict is left to staff.
    if (state === 'booked' && pollCount > MAX_POLLS_OF_CONFLICT) return this.leaveToStaff(reference);
    if (state === 'reversal_due') return this.reverseCharge.run(reference, connector);
    const polledAt = this.clock.now();
    const status = await connector.chargeStatus(reference);
    await this.applyOutcome.run({ reference }, { ...status, polledAt });
  }

  private async leaveToStaff(reference: string): Promise<void> {
    // A new conflict that was stored since the claim restarted the count and needs a poll.
    const unchanged = { reference, state: 'booked' as const, pollCount: MoreThan(MAX_POLLS_OF_CONFLICT) };
    await this.dataSource.manager.update(DirectBillingCharge, unchanged, { nextPollAt: null, pollCount: 0 });
  }
}
