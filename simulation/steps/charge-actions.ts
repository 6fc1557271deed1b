import { ConfirmChargeService } from '../../src/products/payments/subscriptions/charges/confirm-charge.service.js';
import { CreateChargeService } from '../../src/products/payments/subscriptions/charges/create-charge.service.js';
import { formatAmount } from '../model/amounts.js';
import { expectedRejections } from '../model/expected-rejections.js';
import { withDashes } from '../model/uuid-dashes.js';
import { type ActionKinds, rowIdOf, ignoreRejection } from './action-kind.js';
import { businessTimeOf } from './alias-actions.js';
import { paymentAction } from './online-actions.js';
import { serviceOf } from './direct-billing-actions.js';
import { directChannelFields, paymentServiceRef, sellOnline } from './sell-online.js';

type ChargeKind = 'sell under a subscription' | 'charge' | 'payer confirms';

export const CHARGE_ACTIONS: ActionKinds<ChargeKind> = {
  'sell under a subscription': {
    title: ({ originSale, amount }, { step }) =>
      `a partner sells p${step.index} under the subscription of ${originSale}: ${formatAmount(amount)}`,
    gatewayWork(world, process, { originSale, serviceIndex, amount, payerIndex }) {
      const service = world.model.onlinePayment(originSale)?.service ?? serviceOf(world, 'online', serviceIndex);
      const requested = { amount, currency: 'PLN' };
      return sellOnline(world, process, { service, requested, payerIndex, request: directChannelFields('blik-recurrent') });
    },
  },
  charge: {
    title: ({ sale, originSale, decision }, { model }) =>
      `the partner charges ${model.blik.mandateOf(originSale)?.name ?? `the subscription of ${originSale}`} for ${sale}: ${decision}`,
    async gatewayWork(world, process, { sale, originSale, hasIdempotencyKey }) {
      const payment = world.model.onlinePayment(sale);
      const mandate = world.model.blik.mandateOf(originSale);
      const id = await rowIdOf(world, 'payment_transaction', sale);
      if (!payment || !mandate || id === null) return null;
      const service = paymentServiceRef(payment.service);
      const isExpected = expectedRejections(mandate, payment, businessTimeOf(process));
      const checkRejection = (code: string): void => {
        if (!world.step.concurrent && !isExpected(code))
          world.found('no charge is rejected without reason', `${mandate.name} is not charged for ${sale}: ${code}`);
      };
      return async () => {
        const idempotencyKey = hasIdempotencyKey ? `charge-${sale}` : null;
        const needsConfirmation = await process
          .get(CreateChargeService)
          .run(service, withDashes(mandate.reference), { transactionId: id }, idempotencyKey)
          .catch(ignoreRejection(world, checkRejection));
        if (needsConfirmation === true) world.transcript.add(`the payer of ${sale} has to confirm the charge`);
      };
    },
  },
  'payer confirms': paymentAction(
    ({ sale, decision }) => `the payer of ${sale} confirms the charge: ${decision}`,
    (process, id) => process.get(ConfirmChargeService).run(id),
  ),
};
