import { DomainError } from '../../../common/errors/domain-error.js';
import { formatAmount } from '../../../common/money/amount.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { CreateRefundService } from '../../../products/payments/refunds/create-refund.service.js';
import { RefundsQuery } from '../../../products/payments/refunds/refunds.query.js';
import type { RefundRow } from '../../../products/payments/refunds/refund-statements.js';
import { InspectPaymentQuery } from '../../../products/payments/review/inspect-payment.query.js';
import { CLI_COMMAND } from '../../../runtime/cli-command.js';
import { changeCommand } from '../../command.js';
import { argument, option } from '../../inputs.js';
import { recordResult } from '../../output/result.js';
import { money, viewOf } from '../../output/view.js';
import { UserError } from '../../user-error.js';
import { parsePositiveAmount } from '../../values/amounts.js';
import { requireService } from '../../values/require-existing.js';
import { paymentTransactions } from './transactions.js';

const CREATED = viewOf<RefundRow & { transactionId: string }>()({
  refund_id: 'id',
  transaction_id: 'transactionId',
  status: 'status',
  amount: money('amountMinor'),
  currency: 'currency',
  wallet_amount: money('walletMinor'),
});

export const refund = changeCommand({
  description: 'refund a payment, or a part of it, to its payer',
  needsReason: true,
  needsConfirmation: true,
  takes: {
    text: argument('<id>', 'transaction id, or the eight characters that the payer sees'),
    part: option('--amount <amount>', 'a part, in the currency of the payment (default: all that can be refunded)', parsePositiveAmount),
  },
  notes: `Works like a refund by the partner through the API: the money comes from the available part of the partner's wallet, commission is not
refunded, the acquirer sends the money to the payer, and the partner is notified. It also works for a blocked partner. Repeating the command
creates another refund. It shows earlier refunds, and asks.`,
  examples: ['payment refund K7Q2ZP0D --amount 5 --reason "Ticket 4711"'],
  async run({ app, session }, { text, part = null }) {
    const id = paymentTransactions.readId(text.trim());
    const inspection = id && (await app.get(InspectPaymentQuery).run(isUuid(id) ? { id } : { payerTransactionId: id }));
    if (!inspection) throw new UserError(`There is no online payment ${text}. ${paymentTransactions.idHint}`);
    const { payment, deductions } = inspection;
    const service = await requireService(app, payment.serviceId);
    const amountText = (minor: number): string => `${formatAmount(minor)} ${payment.currency}`;
    await session.confirm(
      `${amountText(part ?? payment.amountMinor - deductions.minor)} of payment ${payment.payerTransactionId} of ${service.name} (${service.id}) are refunded to the payer.`,
      `The payment was ${amountText(payment.amountMinor)}. Earlier refunds and chargebacks: ${amountText(deductions.minor)}.`,
    );
    const caller = { tokenId: '', partnerId: service.partnerId, serviceIds: [] };
    try {
      const refundId = await app.get(CreateRefundService).run(caller, service, payment.id, part);
      const created = await app.get(RefundsQuery).findRefund(service.id, payment.id, refundId);
      return recordResult(
        CREATED.json({ ...created, transactionId: payment.id }, session),
        `A running gateway sends it to the acquirer. See its outcome: ${CLI_COMMAND} transaction show ${payment.id}`,
      );
    } catch (error) {
      throw error instanceof DomainError ? new UserError(error.message) : error;
    }
  },
});
