import { Injectable } from '@nestjs/common';
import { CallbackDispatcher, type CallbackMessage } from '../callbacks/callback-dispatcher.js';
import type { CallbackTable } from '../callbacks/callback-table.js';

interface OperatorReport {
  id: string;
  operator: string;
  charge_reference: string;
  report_id: string;
  result: string;
  cause: string | null;
}

/** Reports about charges. A charge is named `operator/reference`. */
@Injectable()
export class OperatorCallbacks extends CallbackDispatcher<OperatorReport> {
  readonly table: CallbackTable = {
    name: 'sandbox.operator_report',
    earlier: 'e.operator = r.operator AND e.charge_reference = r.charge_reference AND e.step < r.step',
    ofOne: "r.operator || '/' || r.charge_reference = $4",
  };

  protected rowsOf(ids: readonly string[]): Promise<OperatorReport[]> {
    return this.dataSource.query(
      'SELECT id, operator, charge_reference, report_id, result, cause FROM sandbox.operator_report WHERE id = ANY ($1)',
      [ids],
    );
  }

  protected messageOf({ operator, charge_reference, report_id, result, cause }: OperatorReport): CallbackMessage {
    return {
      path: `/connectors/directbilling/${operator}/reports`,
      subject: `report ${operator}`,
      body: { reportId: report_id, chargeReference: charge_reference, result, ...(cause && { cause }) },
    };
  }
}
