import { ConfirmChargeService } from '../../src/products/payments/subscriptions/charges/confirm-charge.service.js';
import { CreateChargeService } from '../../src/products/payments/subscriptions/charges/create-charge.service.js';
import { formatAmount } from '../model/amounts.js';
import { isExpectedRefusal } from '../model/charge-refusal.js';
import { dashed } from '../model/digits.js';
import { type ActionKinds, idOf, refused } from './action-kind.js';
import { nowIn } from './alias-actions.js';
import { toPayment } from './online-actions.js';
import { serviceOf } from './direct-billing-actions.js';
import { onlyBy, paymentRef, sellOnline } from './sell-online.js';

type ChargeKind = 'sell under a subscription' | 'charge' | 'payer confirms';

export const CHARGE_ACTIONS: ActionKinds<ChargeKind> = {
  'sell under a subscription': {
    title: ({ of, amount }, { step }) => `a partner sells p${step.index} under the subscription of ${of}: ${formatAmount(amount)}`,
    inside(world, process, { of, service, amount, payer }) {
      const shop = world.model.onlinePayment(of)?.service ?? serviceOf(world, 'online', service);
      return sellOnline(world, process, { shop, asked: { amount, currency: 'PLN' }, payer, request: onlyBy('blik-recurrent') });
    },
  },
  charge: {
    title: ({ sale, of, decision }, { model }) =>
      `the partner charges ${model.blik.mandateOf(of)?.name ?? `the subscription of ${of}`} for ${sale}: ${decision}`,
    async inside(world, process, { sale, of, named }) {
      const payment = world.model.onlinePayment(sale);
      const mandate = world.model.blik.mandateOf(of);
      const id = await idOf(world, 'payment_transaction', sale);
      if (!payment || !mandate || id === null) return null;
      const service = paymentRef(payment.service);
      const isRight = isExpectedRefusal(mandate, payment, nowIn(process));
      const judge = (code: string): void => {
        if (!world.step.concurrent && !isRight(code))
          world.found('what was agreed to can be charged', `${mandate.name} is not charged for ${sale}: ${code}`);
      };
      return async () => {
        const key = named ? `charge-${sale}` : null;
        const needsPayer = await process
          .get(CreateChargeService)
          .run(service, dashed(mandate.reference), { transactionId: id }, key)
          .catch(refused(world, judge));
        if (needsPayer === true) world.transcript.tell(`the payer of ${sale} has to confirm it`);
      };
    },
  },
  'payer confirms': toPayment(
    ({ sale, decision }) => `the payer of ${sale} confirms that it is charged: ${decision}`,
    (process, id) => process.get(ConfirmChargeService).run(id),
  ),
};
