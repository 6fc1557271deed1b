import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../common/time/clocks.js';
import { SandboxClock } from '../clock/sandbox-clock.js';
import { ReportDispatcher, type ReportMessage, type ReportTable } from '../reports/report-dispatcher.js';
import { SandboxOptions } from '../sandbox-options.js';

interface OperatorReport {
  id: string;
  operator: string;
  charge_reference: string;
  report_id: string;
  result: string;
  cause: string | null;
}

/** What operators tell of their charges. One charge is named `operator/reference`. */
@Injectable()
export class OperatorReports extends ReportDispatcher<OperatorReport> {
  protected readonly table: ReportTable = {
    name: 'sandbox.operator_report',
    earlier: 'e.operator = r.operator AND e.charge_reference = r.charge_reference AND e.step < r.step',
    ofOne: "r.operator || '/' || r.charge_reference = $5",
  };

  constructor(dataSource: DataSource, clock: SandboxClock, system: SystemClock, options: SandboxOptions) {
    super(dataSource, clock, system, options);
  }

  protected rowsOf(ids: readonly string[]): Promise<OperatorReport[]> {
    return this.dataSource.query(
      'SELECT id, operator, charge_reference, report_id, result, cause FROM sandbox.operator_report WHERE id = ANY ($1)',
      [ids],
    );
  }

  protected messageOf({ operator, charge_reference, report_id, result, cause }: OperatorReport): ReportMessage {
    return {
      path: `/connectors/directbilling/${operator}/reports`,
      subject: `report ${operator}`,
      body: { reportId: report_id, chargeReference: charge_reference, result, ...(cause && { cause }) },
    };
  }
}
