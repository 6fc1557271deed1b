import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainError, invalidField } from '../../../common/errors/domain-error.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isWellFormed } from '../../../common/validation/well-formed.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import {
  type ChargeResult,
  OPERATORS,
  OperatorConnectors,
  type OperatorCallback,
  type OperatorCallbackHead,
} from '../../../connectors/operators/operator.port.js';
import { ApplyChargeOutcomeService, type ChargeEffect } from './apply-charge-outcome.service.js';

/** Verifies an operator's report, then applies and records it in one transaction. */
@Injectable()
export class HandleCallbackService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly operators: OperatorConnectors,
    private readonly clock: BusinessClock,
    private readonly applyOutcome: ApplyChargeOutcomeService,
  ) {}

  /**
   * @param readBody called only when the operator has a connector.
   * @throws DomainError ROUTE_NOT_FOUND for an operator without a connector, UNAUTHORIZED when the source cannot be verified,
   * VALIDATION_ERROR for an unusable report: only the first time, because it is kept for staff and need not be repeated for ever.
   */
  async run(operatorName: string, head: OperatorCallbackHead, readBody: () => Promise<Buffer>): Promise<ChargeEffect> {
    const operator = OPERATORS.find((known) => known === operatorName);
    const connector = operator && this.operators.of(operator);
    if (!operator || !connector) throw new DomainError('ROUTE_NOT_FOUND');
    if (!connector.mayBeCallback(head)) throw new DomainError('UNAUTHORIZED');
    const report = connector.readCallback({ ...head, body: await readBody() });
    if (!report) throw new DomainError('UNAUTHORIZED');
    const unusable = whyUnusable(report);
    if (unusable !== null) return this.refuse(operator, report, unusable);
    return this.applyOutcome.run({ reference: report.chargeReference, operator }, outcomeOf(report), async (tx, effect) => {
      await this.record(tx, operator, report, { effect, problem: null });
    });
  }

  private async refuse(operator: string, report: OperatorCallback, field: keyof OperatorCallback): Promise<ChargeEffect> {
    const problem = `${field}: ${NOT_KEPT}`;
    const isNew = await this.record(this.dataSource.manager, operator, report, { effect: 'for_staff', problem });
    if (isNew) throw invalidField(field, NOT_KEPT);
    return 'for_staff';
  }

  /** @returns false when it has been recorded before. */
  private async record(
    on: EntityManager,
    operator: string,
    { reportId, chargeReference, outcome }: OperatorCallback,
    { effect, problem }: { effect: ChargeEffect; problem: string | null },
  ): Promise<boolean> {
    const isKept = problem === null;
    const id = isKept
      ? reportId
      : createHash('sha256')
          .update(JSON.stringify([reportId, chargeReference, outcome]))
          .digest('hex');
    const rows = await on.query<unknown[]>(
      `INSERT INTO direct_billing_report (operator, report_id, charge_reference, outcome, effect, problem, received_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (operator, report_id) DO NOTHING RETURNING report_id`,
      [operator, id, isUuid(chargeReference) ? chargeReference : null, outcome, effect, problem, this.clock.now()],
    );
    return rows.length > 0;
  }
}

const MAX_ID_BYTES = 255;
const NOT_KEPT = 'It is no name that can be kept.';

/** An operator whose report fails repeats it for ever. @returns what makes it unusable; null when it can be applied. */
function whyUnusable({ reportId, chargeReference }: OperatorCallback): 'reportId' | 'chargeReference' | null {
  if (!isUuid(chargeReference)) return 'chargeReference';
  return isWellFormed(reportId) && Buffer.byteLength(reportId) <= MAX_ID_BYTES ? null : 'reportId';
}

function outcomeOf({ outcome, reason }: OperatorCallback): ChargeResult {
  return outcome === 'refused' ? { outcome, reason: reason ?? 'other' } : { outcome };
}
