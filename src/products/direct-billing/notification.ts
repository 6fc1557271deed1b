import { formatAmount, formatAmountShortest } from '../../common/money/amount.js';
import type { Operator } from '../../connectors/operators/operator.port.js';
import type { AmountRendering, ServiceIdName } from '../../platform/partners/services/service-status.js';
import { type EventBody, eventBody } from '../../platform/webhooks/outbox/event-body.js';
import { type JsonNumberToken, jsonNumberToken } from '../../platform/webhooks/outbox/json-number-token.js';
import type { DirectBillingTransaction } from './transactions/direct-billing-transaction.entity.js';

export const NOTIFICATION_TYPE = 'directbilling.status_changed';

/** Numbers of the operators in notifications; 0 stands for a transaction that was rejected before one was chosen. */
const PROVIDER: Record<Operator, number> = { orange: 1, plus: 2, play: 3, 't-mobile': 4 };

export type NotifiedTransaction = Pick<
  DirectBillingTransaction,
  | 'id'
  | 'serviceId'
  | 'status'
  | 'netMinor'
  | 'grossMinor'
  | 'partnerMinor'
  | 'successUrl'
  | 'failureUrl'
  | 'control'
  | 'phoneNumber'
  | 'operator'
>;

/**
 * The notification's body in the contract's order, which is the order of signing. Absent optional values are left out of
 * both; amounts carry the very token that is signed (`5.00`, or `5` where the service wants the shortest form).
 * @param idName what the service's id is called: only its value is signed.
 */
export function notificationBody(row: NotifiedTransaction, rendering: AmountRendering, idName: ServiceIdName = 'serviceId'): EventBody {
  const amount = (minor: number): JsonNumberToken =>
    jsonNumberToken(rendering === 'shortest' ? formatAmountShortest(minor) : formatAmount(minor));
  const returns = { complete: row.successUrl ?? undefined, failure: row.failureUrl ?? undefined };
  return eventBody({
    id: row.id,
    [idName]: row.serviceId,
    status: row.status,
    values: { net: amount(row.netMinor), gross: amount(row.grossMinor), partner: amount(row.partnerMinor) },
    returns: (returns.complete ?? returns.failure) ? returns : undefined,
    control: row.control ?? undefined,
    number_from: row.operator ? (row.phoneNumber ?? '') : '',
    provider: row.operator ? PROVIDER[row.operator] : 0,
  });
}
