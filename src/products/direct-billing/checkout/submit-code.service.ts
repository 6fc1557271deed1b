import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { type ChargeRequest, type Operator, OperatorConnectors } from '../../../connectors/operators/operator.port.js';
import { ServiceListQuery } from '../../../platform/partners/services/service-list.query.js';
import { ApplyChargeOutcomeService } from '../charges/apply-charge-outcome.service.js';
import { AskSchedule } from '../charges/ask-schedule.js';
import { DirectBillingCharge } from '../entities/direct-billing-charge.entity.js';
import { DirectBillingTransaction } from '../entities/direct-billing-transaction.entity.js';
import { MAX_TRIES } from '../limits.js';
import { TransactionStates } from '../transactions/transaction-states.js';
import { isPayable } from '../transactions/payable.js';

export type SubmitCodeProblem = 'code_malformed' | 'code_wrong' | 'not_possible_now';
export type SubmitCodeResult = { ok: true } | { ok: false; problem: SubmitCodeProblem };

/** Sends what the payer typed to the operator together with the charge. */
@Injectable()
export class SubmitCodeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly schedule: AskSchedule,
    private readonly states: TransactionStates,
    private readonly operators: OperatorConnectors,
    private readonly services: ServiceListQuery,
    private readonly applyOutcome: ApplyChargeOutcomeService,
  ) {}

  async run(transactionId: string, typed: string): Promise<SubmitCodeResult> {
    const code = typed.replace(/[\s-]/g, '');
    if (!/^\d{6}$/.test(code)) return { ok: false, problem: 'code_malformed' };
    const sent = isUuid(transactionId) ? await this.recordCharge(transactionId, code) : null;
    const connector = sent && this.operators.of(sent.operator);
    if (!sent || !connector) return { ok: false, problem: 'not_possible_now' };
    // From here on the operator may take the money: whatever happens to this process, the charge is asked about.
    const result = await connector.charge(sent.request);
    await this.applyOutcome.run({ reference: sent.request.chargeReference }, result);
    return result.outcome === 'wrong_code' ? { ok: false, problem: 'code_wrong' } : { ok: true };
  }

  /** The charge is on record before it leaves; two submissions at once make one charge. */
  private async recordCharge(transactionId: string, code: string): Promise<{ operator: Operator; request: ChargeRequest } | null> {
    return this.dataSource.transaction(async (tx) => {
      const row = await this.states.lock(tx, transactionId);
      const now = this.clock.now();
      if (!row?.operator || !row.phoneNumber || !row.codeReference || row.tryCount >= MAX_TRIES) return null;
      if (!(await isPayable(tx, row, now))) return null;
      const reference = uuidv7();
      await tx.insert(DirectBillingCharge, {
        reference,
        transactionId,
        operator: row.operator,
        state: 'sent',
        grossMinor: row.grossMinor,
        askAt: this.schedule.next(now, 0),
        askCount: 0,
        sentAt: now,
        updatedAt: now,
      });
      await tx.update(DirectBillingTransaction, { id: row.id }, { tryCount: row.tryCount + 1, updatedAt: now });
      const { sellerName } = await this.services.seller(row.serviceId);
      const { operator, phoneNumber, codeReference, grossMinor, description } = row;
      return {
        operator,
        request: { chargeReference: reference, codeReference, phoneNumber, code, grossMinor, seller: sellerName, description },
      };
    });
  }
}
