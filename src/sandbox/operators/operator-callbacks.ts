import { Injectable } from '@nestjs/common';
import { CallbackDispatcher, type CallbackMessage } from '../callbacks/callback-dispatcher.js';
import type { CallbackTable } from '../callbacks/callback-table.js';

interface CallbackRow {
  id: string;
  operator: string;
  charge_reference: string;
  callback_id: string;
  result: string;
  cause: string | null;
}

/** Callbacks about charges. `deliverDue` can be limited to the callbacks of one charge, whose key is `operator/reference`. */
@Injectable()
export class OperatorCallbacks extends CallbackDispatcher<CallbackRow> {
  readonly table: CallbackTable = {
    name: 'sandbox.operator_callback',
    earlier: 'e.operator = r.operator AND e.charge_reference = r.charge_reference AND e.step < r.step',
    ofOne: "r.operator || '/' || r.charge_reference = $4",
  };

  protected rowsOf(ids: readonly string[]): Promise<CallbackRow[]> {
    return this.dataSource.query(
      'SELECT id, operator, charge_reference, callback_id, result, cause FROM sandbox.operator_callback WHERE id = ANY ($1)',
      [ids],
    );
  }

  protected messageOf({ operator, charge_reference, callback_id, result, cause }: CallbackRow): CallbackMessage {
    return {
      path: `/connectors/directbilling/${operator}/reports`,
      subject: `report ${operator}`,
      body: { reportId: callback_id, chargeReference: charge_reference, result, ...(cause && { cause }) },
    };
  }
}
