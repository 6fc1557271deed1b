import type { PaymentInspection } from '../../../products/payments/review/inspect-payment.query.js';
import { BLIK_ERROR_CODE_OF } from '../../../connectors/acquirers/port/failure-reasons.js';
import type { PaymentAttempt } from '../../../products/payments/attempts/payment-attempt.entity.js';
import type { PaymentCode } from '../../../products/payments/attempts/codes/payment-code.entity.js';
import type { PaymentTransaction } from '../../../products/payments/payments/payment-transaction.entity.js';
import { money, viewOf } from '../../output/view.js';

export const PAYMENT_FIELDS = viewOf<PaymentTransaction & Pick<PaymentInspection, 'erasedAt'>>()({
  id: 'id',
  payer_transaction_id: 'payerTransactionId',
  area: () => 'payment',
  service_id: 'serviceId',
  status: 'status',
  test: 'test',
  failure_reason: 'failureReason',
  hold_reason: 'holdReason',
  amount: money('amountMinor'),
  currency: 'currency',
  value_in_pln: money('plnMinor'),
  pln_rate: 'plnRate',
  commission: money('commissionMinor'),
  partner_share: money('partnerMinor'),
  channel: 'channel',
  direct_channel: 'directChannel',
  offered_channels: ({ offeredChannels }) => offeredChannels.join(', '),
  control: 'control',
  description: 'description',
  success_url: 'successUrl',
  failure_url: 'failureUrl',
  pending_url: 'pendingUrl',
  attempts: 'attemptCount',
  codes: 'codeCount',
  paid_at: 'paidAt',
  held_at: 'heldAt',
  expires_at: 'expiresAt',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  erased_at: 'erasedAt',
});

/** An attempt has its own channel and amount, because the payment may have changed after the attempt. */
export const ATTEMPT_FIELDS = viewOf<PaymentAttempt>()({
  reference: 'reference',
  channel: 'channel',
  connector: 'connector',
  state: 'state',
  test: 'test',
  reason: 'reason',
  ticket_code: ({ reason }) => reason && BLIK_ERROR_CODE_OF[reason],
  raw_code: 'rawCode',
  amount: money('amountMinor'),
  currency: 'currency',
  commission: money('commissionMinor'),
  provider_ref: 'providerRef',
  captured_amount: money('capturedMinor'),
  captured_currency: 'capturedCurrency',
  conflict: 'conflict',
  conflict_amount: money('conflictMinor'),
  conflict_currency: 'conflictCurrency',
  in_suspense: money('suspenseMinor'),
  started_at: 'startedAt',
  expires_at: 'expiresAt',
  next_poll_at: 'nextPollAt',
  poll_count: 'pollCount',
}).only('reference', 'channel', 'connector', 'state', 'reason', 'ticket_code', 'amount', 'currency', 'test', 'started_at', 'next_poll_at');

export const CODE_FIELDS = viewOf<PaymentCode>()({
  attempt: 'attemptReference',
  sent_at: 'sentAt',
  state: 'state',
  reason: 'reason',
  ticket_code: ({ reason }) => reason && BLIK_ERROR_CODE_OF[reason],
  raw_code: 'rawCode',
}).without('raw_code');
