import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { formatAmount, formatAmountShortest } from '../../common/money/amount.js';
import type { Operator } from '../../connectors/operators/operator.port.js';
import type { NotificationKind } from '../../platform/products/notification-kind.js';
import type { AmountRendering, ServiceIdName } from '../../platform/partners/services/service-status.js';
import {
  type EventBody,
  eventBody,
  type EventOf,
  type JsonNumberToken,
  jsonNumberToken,
} from '../../platform/webhooks/outbox/event-body.js';
import type { DirectBillingTransaction } from './transactions/direct-billing-transaction.entity.js';
import { DIRECT_BILLING_STATUSES, type DirectBillingStatus } from './transactions/states.js';

/** Numbers of the operators in notifications. 0 means that the transaction was rejected before the payer chose an operator. */
const PROVIDER_NUMBERS: Record<Operator, number> = { orange: 1, plus: 2, play: 3, 't-mobile': 4 };

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

const AMOUNT = { type: Number, format: 'float', example: 12.3 } as const;

export class DirectBillingNotifiedValues {
  @ApiProperty(AMOUNT)
  net: number;

  @ApiProperty(AMOUNT)
  gross: number;

  @ApiProperty({ ...AMOUNT, description: 'What the partner gets.' })
  partner: number;
}

export class DirectBillingNotifiedReturns {
  @ApiPropertyOptional({ format: 'iri' })
  complete?: string;

  @ApiPropertyOptional({ format: 'iri' })
  failure?: string;
}

class DirectBillingNotification {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ pattern: '^[0-9a-f]{8}$', example: '5f2c9a1b', description: 'Named `service_id` where the service wants it so.' })
  serviceId: string;

  @ApiProperty({ enum: DIRECT_BILLING_STATUSES })
  status: DirectBillingStatus;

  @ApiProperty({
    type: DirectBillingNotifiedValues,
    description:
      'Written with two decimals (`5.00`), or as short as possible (`5`) where the service wants it: most published client libraries print the ' +
      'numbers that they have read anew, and accept only that.',
  })
  values: DirectBillingNotifiedValues;

  @ApiPropertyOptional({ type: DirectBillingNotifiedReturns })
  returns?: DirectBillingNotifiedReturns;

  @ApiPropertyOptional({ example: 'order-1' })
  control?: string;

  @ApiProperty({ example: '48500600700', description: 'Empty before an operator was chosen.' })
  number_from: string;

  @ApiProperty({ type: 'integer', example: 1, description: '1 Orange, 2 Plus, 3 Play, 4 T-Mobile; 0 before one was chosen.' })
  provider: number;

  @ApiProperty({ pattern: '^[0-9a-f]{64}$', description: 'Of everything before it, in its order.' })
  signature: string;
}

export const DIRECT_BILLING_NOTIFICATION: NotificationKind = {
  name: 'directbilling.status_changed',
  summary: 'The status of a DirectBilling transaction has changed.',
  causedBy: ['DirectBillingTransactions.create'],
  body: DirectBillingNotification,
};

/**
 * The body of a notification, in the order of the contract. Values are signed in the same order. Missing optional values are left out of the body
 * and the signed text. Amounts have the same digits in both (`5.00`, or `5` if the service wants the shortest form).
 * @param idName field name of the service id. Only the value of the field is signed.
 */
export function notificationBody(row: NotifiedTransaction, rendering: AmountRendering, idName: ServiceIdName = 'serviceId'): EventBody {
  const toAmount = (minor: number): JsonNumberToken =>
    jsonNumberToken(rendering === 'shortest' ? formatAmountShortest(minor) : formatAmount(minor));
  const returns: EventOf<DirectBillingNotifiedReturns> = { complete: row.successUrl ?? undefined, failure: row.failureUrl ?? undefined };
  const { id, serviceId, ...rest }: EventOf<Omit<DirectBillingNotification, 'signature'>> = {
    id: row.id,
    serviceId: row.serviceId,
    status: row.status,
    values: { net: toAmount(row.netMinor), gross: toAmount(row.grossMinor), partner: toAmount(row.partnerMinor) },
    returns: (returns.complete ?? returns.failure) ? returns : undefined,
    control: row.control ?? undefined,
    number_from: row.operator ? (row.phoneNumber ?? '') : '',
    provider: row.operator ? PROVIDER_NUMBERS[row.operator] : 0,
  };
  return eventBody({ id, [idName]: serviceId, ...rest });
}
