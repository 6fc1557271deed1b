import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { type ChargeResult, type OperatorConnector, OperatorConnectors } from '../../../connectors/operators/operator.port.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import { ServiceListQuery } from '../../../platform/partners/services/service-list.query.js';
import { lockForRequest } from '../../../runtime/database/pool-quotas/row-lock-queue.js';
import { ApplyChargeOutcomeService } from '../charges/apply-charge-outcome.service.js';
import { PollSchedule } from '../../../platform/remote-operations/poll-schedule.js';
import { CHARGE_TRANSITIONS } from '../charges/states.js';
import { DirectBillingCharge } from '../charges/direct-billing-charge.entity.js';
import { DirectBillingTransaction } from '../transactions/direct-billing-transaction.entity.js';
import { MAX_CODE_TRIES } from '../limits.js';
import { operatorText } from '../operator-text.js';
import { isPayable } from '../charges/payable.js';
import { TRANSACTION } from '../transactions/transaction-subject.js';

export type SubmitCodeProblem = 'code_malformed' | 'code_wrong' | 'operator_unreachable' | 'not_possible_now';
export type SubmitCodeResult = { ok: true } | { ok: false; problem: SubmitCodeProblem };

/** Sends the charge to the operator, with the code that the payer entered. */
@Injectable()
export class SubmitCodeService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly schedule: PollSchedule,
    private readonly operators: OperatorConnectors,
    private readonly services: ServiceListQuery,
    private readonly applyOutcome: ApplyChargeOutcomeService,
  ) {}

  async run(transactionId: string, enteredCode: string): Promise<SubmitCodeResult> {
    const code = enteredCode.replace(/[\s-]/g, '');
    if (!/^\d{6}$/.test(code)) return { ok: false, problem: 'code_malformed' };
    const recordedCharge = isUuid(transactionId) ? await this.recordCharge(transactionId) : null;
    if (!recordedCharge) return { ok: false, problem: 'not_possible_now' };
    const { charge, connector, codeReference, description } = recordedCharge;
    const { reference, phoneNumber, grossMinor } = charge;
    const { sellerName: seller } = await this.services.readSellerNames(recordedCharge.serviceId);
    // From this call on the operator may take the money. The charge is stored already, so workers poll it even if this process is killed.
    const result = await connector.charge({
      chargeReference: reference,
      codeReference,
      phoneNumber,
      code,
      grossMinor,
      seller,
      description,
    });
    await this.applyOutcome.run({ reference }, result);
    const problem = PROBLEM_OF_OUTCOME[result.outcome];
    return problem ? { ok: false, problem } : { ok: true };
  }

  /** Stores the charge before it is sent. Of concurrent submissions, only the first makes a charge. */
  private recordCharge(transactionId: string): Promise<RecordedCharge | null> {
    return this.changes.transaction(async (unit) => {
      const row = await unit.lock(TRANSACTION, transactionId);
      const now = this.clock.now();
      if (!row?.operator || !row.phoneNumber || !row.codeReference || row.tryCount >= MAX_CODE_TRIES) return null;
      const connector = this.operators.of(row.operator);
      if (!connector || !(await isPayable(unit.tx, row, now))) return null;
      const { serviceId, operator, phoneNumber, codeReference, grossMinor, netMinor, partnerMinor, description } = row;
      const charge: DirectBillingCharge = {
        reference: uuidv7(),
        transactionId,
        operator,
        phoneNumber,
        state: CHARGE_TRANSITIONS.initial,
        grossMinor,
        netMinor,
        partnerMinor,
        test: connector.isSimulated,
        nextPollAt: this.schedule.firstPollAt(now),
        conflict: null,
        conflictAt: null,
        pollCount: 0,
        sentAt: now,
        updatedAt: now,
      };
      await unit.tx.insert(DirectBillingCharge, charge);
      await unit.tx.update(DirectBillingTransaction, { id: row.id }, { tryCount: row.tryCount + 1, updatedAt: now });
      return { charge, connector, serviceId, codeReference, description: operatorText(description) };
    }, lockForRequest(transactionId));
  }
}

interface RecordedCharge {
  charge: DirectBillingCharge;
  connector: OperatorConnector;
  serviceId: string;
  codeReference: string;
  description: string | null;
}

/** Outcomes after which the payer can try again immediately. All other outcomes are shown as the page's stage. */
const PROBLEM_OF_OUTCOME: Partial<Record<ChargeResult['outcome'], SubmitCodeProblem>> = {
  wrong_code: 'code_wrong',
  not_sent: 'operator_unreachable',
};
