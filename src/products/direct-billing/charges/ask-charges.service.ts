import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { type Operator, type OperatorConnector, OperatorConnectors } from '../../../connectors/operators/operator.port.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { dueCalls } from '../../../runtime/scheduling/due-calls.js';
import { DirectBillingCharge } from './direct-billing-charge.entity.js';
import { ApplyChargeOutcomeService } from './apply-charge-outcome.service.js';
import { AskSchedule } from './ask-schedule.js';
import { ReverseChargeService } from './reverse-charge.service.js';

const CONTRADICTED_IS_ASKED = 32;

const DUE_CHARGE = selectionOf(DirectBillingCharge, ['reference', 'state', 'askCount']);
/** Moving the next question on is the claim: no other process asks about the same charge meanwhile. */
const callAboutCharges = dueCalls(DUE_CHARGE, { id: 'reference', dueAt: 'ask_at', count: 'ask_count', of: 'operator' });

/** Asks operators about charges without a definite answer, and repeats reversals until they are done. */
@Injectable()
export class AskChargesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly schedule: AskSchedule,
    private readonly operators: OperatorConnectors,
    private readonly applyOutcome: ApplyChargeOutcomeService,
    private readonly reverseCharge: ReverseChargeService,
  ) {}

  /** Some of one operator's charges. One whose connector was removed keeps its place until it is back. @returns whether there may be more. */
  async batch(operator: Operator): Promise<boolean> {
    const connector = this.operators.of(operator);
    if (!connector) return false;
    const { againAfterMs } = this.schedule;
    const call = (charge: RowOf<typeof DUE_CHARGE>) => this.ask(charge, connector);
    return callAboutCharges(this.dataSource, { of: operator, now: this.clock.now(), againAfterMs, call });
  }

  private async ask({ reference, state, askCount }: RowOf<typeof DUE_CHARGE>, connector: OperatorConnector): Promise<void> {
    // What was booked and then contradicted is asked about for a day, and is left to staff then.
    if (state === 'booked' && askCount > CONTRADICTED_IS_ASKED) return this.leaveToStaff(reference);
    if (state === 'reversal_due') return this.reverseCharge.run(reference, connector);
    const askedAt = this.clock.now();
    const status = await connector.chargeStatus(reference);
    await this.applyOutcome.run({ reference }, { ...status, askedAt });
  }

  private async leaveToStaff(reference: string): Promise<void> {
    await this.dataSource.manager.update(DirectBillingCharge, { reference, state: 'booked' }, { askAt: null, askCount: 0 });
  }
}
