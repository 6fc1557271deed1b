import { Injectable } from '@nestjs/common';
import { CallbackDispatcher, type CallbackMessage } from '../../callbacks/callback-dispatcher.js';
import type { CallbackTable } from '../../callbacks/callback-table.js';

interface StepRow {
  id: string;
  eventId: string;
  paymentId: string;
  reference: string;
  currency: string;
  refund: string | null;
  refundId: string | null;
  code: string | null;
  state: string;
  cause: string | null;
  amountMinor: string;
}

/**
 * Callbacks about payments, codes and refunds. Each step has its own callback, even when later steps have followed.
 * `deliverDue` can be limited to the callbacks of one payment, whose key is the payment's id.
 */
@Injectable()
export class AcquirerCallbacks extends CallbackDispatcher<StepRow> {
  readonly table: CallbackTable = {
    name: 'sandbox.acquirer_step',
    earlier: 'e.payment_id = r.payment_id AND e.refund IS NOT DISTINCT FROM r.refund AND (e.due_at, e.id) < (r.due_at, r.id)',
    ofOne: 'r.payment_id = $4::uuid',
  };

  protected rowsOf(ids: readonly string[]): Promise<StepRow[]> {
    return this.dataSource.query(
      `SELECT s.id, s.event_id AS "eventId", p.id AS "paymentId", p.reference, p.currency, s.refund, r.id AS "refundId", s.code, s.state, s.cause,
              s.amount_minor AS "amountMinor"
       FROM sandbox.acquirer_step s JOIN sandbox.acquirer_payment p ON p.id = s.payment_id
       LEFT JOIN sandbox.acquirer_refund r ON r.reference = s.refund WHERE s.id = ANY ($1)`,
      [ids],
    );
  }

  protected messageOf(step: StepRow): CallbackMessage {
    return { path: '/connectors/channels/sandbox/reports', subject: 'report acquirer', body: bodyOf(step) };
  }
}

function bodyOf({ eventId, paymentId, reference, currency, refund, refundId, code, state, cause, amountMinor }: StepRow): object {
  const amount = Number(amountMinor);
  if (refund !== null) return { eventId, event: 'REFUND', id: refundId, reference: refund, state, cause, amount, currency };
  const endsCodeOnly = state === 'CODE_FAILED';
  const codeState = state === 'PAID' ? 'PAID' : 'FAILED';
  return {
    eventId,
    event: 'PAYMENT',
    id: paymentId,
    reference,
    state: endsCodeOnly ? 'WAITING' : state,
    cause: endsCodeOnly ? null : cause,
    amount,
    currency,
    action: endsCodeOnly ? { type: 'ENTER_CODE' } : null,
    code: code && { reference: code, state: codeState, cause, alternatives: [] },
  };
}
