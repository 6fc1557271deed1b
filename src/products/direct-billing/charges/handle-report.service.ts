import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import {
  type ChargeResult,
  OPERATORS,
  OperatorConnectors,
  type OperatorReport,
  type ReportHead,
} from '../../../connectors/operators/operator.port.js';
import { refuseMalformedTexts } from '../../../runtime/http/body/refuse-malformed.js';
import { ApplyChargeOutcomeService, type ChargeEffect } from './apply-charge-outcome.service.js';

/** Takes an operator's report in: verified, applied and recorded in one transaction, whatever came before it. */
@Injectable()
export class HandleReportService {
  constructor(
    private readonly operators: OperatorConnectors,
    private readonly clock: BusinessClock,
    private readonly applyOutcome: ApplyChargeOutcomeService,
  ) {}

  /**
   * @param readBody called once there is somebody whose body it may be.
   * @throws DomainError ROUTE_NOT_FOUND for an operator without a connector, UNAUTHORIZED when the source cannot be verified,
   * VALIDATION_ERROR when what it names is not well-formed.
   */
  async run(operatorName: string, head: ReportHead, readBody: () => Promise<Buffer>): Promise<ChargeEffect> {
    const operator = OPERATORS.find((known) => known === operatorName);
    const connector = operator && this.operators.of(operator);
    if (!operator || !connector) throw new DomainError('ROUTE_NOT_FOUND');
    if (!connector.mayReport(head)) throw new DomainError('UNAUTHORIZED');
    const report = connector.readReport({ ...head, body: await readBody() });
    if (!report || !isUuid(report.chargeReference)) throw new DomainError('UNAUTHORIZED');
    refuseMalformedTexts(report);
    return this.applyOutcome.run({ reference: report.chargeReference, operator }, outcomeOf(report), (tx, effect) =>
      this.record(tx, operator, report, effect),
    );
  }

  private async record(tx: EntityManager, operator: string, report: OperatorReport, effect: ChargeEffect): Promise<void> {
    await tx.query(
      `INSERT INTO direct_billing_report (operator, report_id, charge_reference, outcome, effect, received_at)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (operator, report_id) DO NOTHING`,
      [operator, report.reportId, report.chargeReference, report.outcome, effect, this.clock.now()],
    );
  }
}

function outcomeOf({ outcome, reason }: OperatorReport): ChargeResult {
  return outcome === 'refused' ? { outcome, reason: reason ?? 'other' } : { outcome };
}
