import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { type Operator, type OperatorConnector, OperatorConnectors } from '../../../connectors/operators/operator.port.js';
import { PollSchedule, SLOW_POLL_COUNT } from '../../../platform/remote-operations/poll-schedule.js';
import { CHARGES } from './operator-charges.js';
import type { DirectBillingCharge } from './direct-billing-charge.entity.js';
import { ApplyChargeOutcomeService } from './apply-charge-outcome.service.js';
import { ReverseChargeService } from './reverse-charge.service.js';

/** Polls operators about charges without a definite outcome, and repeats reversals until the operator confirms them. */
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

  /** Polls one batch of an operator's due charges. Without a connector the charges stay due. @returns whether more charges may be due. */
  async batch(operator: Operator): Promise<boolean> {
    const connector = this.operators.of(operator);
    if (!connector) return false;
    const { againAfterMs } = this.schedule;
    const poll = (charge: DirectBillingCharge) => this.poll(charge, connector);
    return CHARGES.pollDue(this.dataSource, { provider: operator, now: this.clock.now(), againAfterMs, poll });
  }

  /** A booked charge is polled only because of a conflict. If the polls do not resolve it until the waits become slow, staff have to decide. */
  private async poll(charge: DirectBillingCharge, connector: OperatorConnector): Promise<void> {
    const { reference, state, pollCount } = charge;
    if (state === 'reversal_due') return this.reverseCharge.run(reference, connector);
    const polledAt = this.clock.now();
    const status = await connector.chargeStatus(reference);
    await this.applyOutcome.run({ reference }, { ...status, polledAt });
    if (state === 'booked' && pollCount > SLOW_POLL_COUNT) await CHARGES.endPolling(this.dataSource, charge);
  }
}
