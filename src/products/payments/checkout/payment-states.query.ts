import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { LIVE_STATES } from '../attempts/states.js';
import { MANDATE_STATUS_SQL } from './mandate-status-sql.js';
import { paymentStateVersion, type PaymentStateColumns } from './payment-state.js';

const READ_STATES = {
  name: 'payment_page_states',
  text: `
    SELECT t.id, t.status, t.attempt_count AS "attemptCount", t.code_count AS "codeCount",
           t.refund_minor::int AS "refundMinor", t.refunded_minor::int AS "refundedMinor",
           a.state AS "attemptState", a.next->>'kind' AS "stepKind",
           ${MANDATE_STATUS_SQL} AS "recurringState",
           EXISTS (SELECT FROM payment_code c WHERE c.attempt_reference = a.reference AND c.state = 'open') AS "hasOpenCode"
    FROM payment_transaction t LEFT JOIN payment_attempt a ON a.transaction_id = t.id AND a.state = ANY($2::text[])
    WHERE t.id = ANY($1::uuid[])`,
};

/** Reads the states of many payments in one statement, for pages that poll. */
@Injectable()
export class PaymentStatesQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @param ids ids as browsers sent them. Unknown and malformed ids are left out of the result. */
  async run(ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await runNamed<PaymentStateColumns & { id: string }>(this.dataSource, READ_STATES, [ids.filter(isUuid), [...LIVE_STATES]]);
    const states = new Map(rows.map((row) => [row.id, paymentStateVersion(row)]));
    // A browser may send an id in capital letters. The result has the ids as they were sent.
    return new Map(ids.flatMap((id) => [states.get(id.toLowerCase())].flatMap((state) => (state ? [[id, state] as const] : []))));
  }
}
