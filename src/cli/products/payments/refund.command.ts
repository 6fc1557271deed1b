import { DomainError } from '../../../common/errors/domain-error.js';
import { formatAmount } from '../../../common/money/amount.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { CreateRefundService } from '../../../products/payments/refunds/create-refund.service.js';
import { RefundsQuery } from '../../../products/payments/refunds/refunds.query.js';
import type { RefundRow } from '../../../products/payments/refunds/refund-statements.js';
import { InspectPaymentQuery } from '../../../products/payments/review/inspect-payment.query.js';
import { CLI_COMMAND, type CliCommand } from '../../cli-command.js';
import { recordResult } from '../../output/result.js';
import { UserError } from '../../user-error.js';
import { parsePositiveAmount } from '../../values/amounts.js';
import { requireService } from '../../values/require-existing.js';
import { money, viewOf } from '../../output/view.js';
import { paymentTransactions } from './transactions.js';

const MADE = viewOf<RefundRow & { transactionId: string }>()({
  refund_id: 'id',
  transaction_id: 'transactionId',
  status: 'status',
  amount: money('amountMinor'),
  currency: 'currency',
  wallet_amount: money('walletMinor'),
});

const NOTES = `
As the partner's own refund by the API: the money comes from what its wallet has available, commission is not refunded, the acquirer sends it
to the payer, and the partner is notified. It also works for a blocked partner. Given again, it makes another refund: it shows what was refunded
before, and asks.`;

export function addPaymentRefund(payment: CliCommand): void {
  payment
    .command('refund')
    .changes({ reason: 'required', asks: true })
    .description('give a payment back to its payer, or a part of it')
    .argument('<id>', 'transaction id, or the eight characters that the payer sees')
    .option('--amount <amount>', 'a part, in the currency of the payment; without it all that is left', parsePositiveAmount)
    .addHelpText('after', NOTES)
    .examples('payment refund K7Q2ZP0D --amount 5 --reason "Ticket 4711"')
    .withApplication(async ({ app, session }, typed: string, { amount = null }: { amount?: number | null }) => {
      const id = paymentTransactions.readId(typed.trim());
      const found = id && (await app.get(InspectPaymentQuery).run(isUuid(id) ? { id } : { payerTransactionId: id }));
      if (!found) throw new UserError(`There is no online payment ${typed}. ${paymentTransactions.whereIdsAre}`);
      const { id: transactionId, serviceId, payerTransactionId, amountMinor, currency } = found.payment;
      const service = await requireService(app, serviceId);
      const before = found.goingBack;
      const shown = (minor: number): string => `${formatAmount(minor)} ${currency}`;
      await session.confirm(
        `${shown(amount ?? amountMinor - before.minor)} of payment ${payerTransactionId} of ${service.name} (${serviceId}) go back to the payer.`,
        `The payment was ${shown(amountMinor)}; ${shown(before.minor)} went back before or are on their way.`,
      );
      const caller = { tokenId: '', partnerId: service.partnerId, serviceIds: [] };
      try {
        const refundId = await app.get(CreateRefundService).run(caller, service, transactionId, amount);
        const refund = await app.get(RefundsQuery).one(serviceId, transactionId, refundId);
        return recordResult(
          MADE.json({ ...refund, transactionId }, session),
          `A running gateway sends it to the acquirer. See its outcome: ${CLI_COMMAND} transaction show ${transactionId}`,
        );
      } catch (error) {
        throw error instanceof DomainError ? new UserError(error.message) : error;
      }
    });
}
