import { DomainError } from '../../../common/errors/domain-error.js';
import { formatAmount } from '../../../common/money/amount.js';
import type { RefundCapabilities } from '../../../connectors/acquirers/port/capabilities.js';
import type { PaymentTransaction } from '../payments/payment-transaction.entity.js';
import { MAX_REFUNDS } from '../payment-methods/limits.js';

const DAY_MS = 86_400_000;

/** A requested refund. Amounts are minor units of the payment's currency. */
export interface RequestedRefund {
  payment: Pick<PaymentTransaction, 'status' | 'amountMinor' | 'currency' | 'paidAt' | 'refundCount' | 'refundMinor'>;
  /** null: all that is left of the payment. */
  amountMinor: number | null;
  /** Sum of the payment's deductions: refunds that are not rejected or failed, and chargebacks. */
  deductedMinor: number;
  /** null: the channel does not support refunds. */
  capabilities: RefundCapabilities | null;
  now: Date;
}

/**
 * @returns the amount to refund, in minor units of the payment's currency.
 * @throws DomainError TRANSACTION_NOT_PAID, REFUND_NOT_SUPPORTED, REFUND_AMOUNT_TOO_HIGH, in that order.
 */
export function refundableMinor({ payment, amountMinor, deductedMinor, capabilities, now }: RequestedRefund): number {
  const { status } = payment;
  if (status !== 'transaction_paid' && status !== 'transaction_refunded')
    throw new DomainError('TRANSACTION_NOT_PAID', { message: `Only a paid transaction can be refunded. This one is ${status}.` });
  const leftMinor = payment.amountMinor - deductedMinor;
  const requestedMinor = amountMinor ?? leftMinor;
  const unsupportedReason = reasonNotSupported(payment, requestedMinor, capabilities, now);
  if (unsupportedReason !== null) throw new DomainError('REFUND_NOT_SUPPORTED', { message: unsupportedReason });
  if (requestedMinor > leftMinor || requestedMinor === 0)
    throw new DomainError('REFUND_AMOUNT_TOO_HIGH', { message: tooHighMessage(leftMinor, payment.currency) });
  return requestedMinor;
}

function tooHighMessage(leftMinor: number, currency: string): string {
  return leftMinor > 0
    ? `That is more than is left of the payment to be refunded: at most ${formatAmount(leftMinor)} ${currency}.`
    : 'Nothing is left of the payment to be refunded.';
}

/** @returns the message for the partner; null when the channel supports the refund. */
function reasonNotSupported(
  { amountMinor, paidAt, refundCount, refundMinor }: RequestedRefund['payment'],
  requestedMinor: number,
  capabilities: RefundCapabilities | null,
  now: Date,
): string | null {
  if (!capabilities) return 'The payment’s channel does not give money back.';
  const { partial, several, withinDays } = capabilities;
  if (withinDays !== null && paidAt && now.getTime() > paidAt.getTime() + withinDays * DAY_MS)
    return `The payment’s channel gives money back for ${withinDays} days only.`;
  if (!partial && requestedMinor < amountMinor) return 'The payment’s channel gives back the whole payment only.';
  if (!several && refundMinor > 0) return 'The payment’s channel gives money back once only.';
  return refundCount >= MAX_REFUNDS ? `A payment has at most ${MAX_REFUNDS} refunds.` : null;
}
