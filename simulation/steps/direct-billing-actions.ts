import { OPERATORS } from '../../src/connectors/operators/operator.port.js';
import { HandleOperatorCallbackService } from '../../src/products/direct-billing/charges/handle-callback.service.js';
import { ChangeNumberService } from '../../src/products/direct-billing/checkout/change-number.service.js';
import { ExtendTimeService } from '../../src/products/direct-billing/checkout/extend-time.service.js';
import { SendCodeService } from '../../src/products/direct-billing/checkout/send-code.service.js';
import { SubmitCodeService } from '../../src/products/direct-billing/checkout/submit-code.service.js';
import { CreateDirectBillingTransactionService } from '../../src/products/direct-billing/transactions/create-transaction.service.js';
import { formatAmount } from '../model/amounts.js';
import type { OperatorCharge } from '../model/direct-billing-sale.js';
import type { PartnerService } from '../model/partner-service.js';
import { markUntilAcknowledged } from '../actors/mark-until-acknowledged.js';
import type { World } from '../world/world.js';
import { type ActionKinds, rowIdOf } from './action-kind.js';

type PhoneKind =
  | 'sell by phone'
  | 'request a code'
  | 'enter the code'
  | 'choose another number'
  | 'extend the time'
  | 'operator decides'
  | 'operator sends callback';

const TRANSACTION_TABLE = 'direct_billing_transaction';
const PHONE_NUMBER = '500600700';

/** @param charge index from the last one (0) back. */
function chargeOf(world: World, { sale, charge }: { sale: string; charge: number }): OperatorCharge | null {
  return world.model.directBillingSale(sale)?.charges.at(-1 - charge) ?? null;
}

export const DIRECT_BILLING_ACTIONS: ActionKinds<PhoneKind> = {
  'sell by phone': {
    title: ({ amountType, amount }, { step }) => `a partner sells d${step.index} by phone: ${formatAmount(amount)} ${amountType}`,
    gatewayWork(world, process, { serviceIndex, amountType, amount }) {
      const name = `d${world.step.index}`;
      const service = serviceOf(world, 'phone', serviceIndex);
      const tariffs = structuredClone(service.operatorTariffs);
      world.model.sales.set(name, { kind: 'phone', name, service, amountType, amount, tariffs, charges: [], bookedCharge: null });
      return () =>
        process.get(CreateDirectBillingTransactionService).run(serviceRef(service), { amount: amount / 100, amountType, control: name });
    },
  },
  'request a code': {
    title: ({ sale, operator, response }) => `the payer of ${sale} asks ${operator} for a code, which is ${response}`,
    async gatewayWork(world, process, { sale, operator }) {
      const id = await rowIdOf(world, TRANSACTION_TABLE, sale);
      const input = { operator, phoneNumber: PHONE_NUMBER, clientAddress: '198.51.100.7' };
      return id === null ? null : () => process.get(SendCodeService).run(id, input);
    },
  },
  'enter the code': {
    title: ({ sale, decision }) => `the payer of ${sale} enters the code; the operator: ${decision}`,
    async gatewayWork(world, process, { sale }) {
      const id = await rowIdOf(world, TRANSACTION_TABLE, sale);
      return id === null ? null : () => process.get(SubmitCodeService).run(id, '123456');
    },
  },
  'choose another number': {
    title: ({ sale }) => `the payer of ${sale} goes back to the choice of operators`,
    async gatewayWork(world, process, { sale }) {
      const id = await rowIdOf(world, TRANSACTION_TABLE, sale);
      return id === null ? null : () => process.get(ChangeNumberService).run(id);
    },
  },
  'extend the time': {
    title: ({ sale }) => `the payer of ${sale} asks for more time`,
    async gatewayWork(world, process, { sale }) {
      const id = await rowIdOf(world, TRANSACTION_TABLE, sale);
      return id === null ? null : () => process.get(ExtendTimeService).run(id);
    },
  },
  'operator decides': {
    title: (action, world) => `the operator of ${chargeOf(world, action)?.name ?? action.sale} decides: ${action.decision}`,
    actOutside(world, action) {
      const charge = chargeOf(world, action);
      if (charge && charge.actualState !== 'booked') charge.actualState = action.decision;
    },
  },
  'operator sends callback': {
    title(action, world) {
      const charge = chargeOf(world, action);
      const outcome = charge && (action.reports === 'refused' ? 'refused' : charge.actualState);
      return `${action.fromOtherOperator ? 'another operator' : (charge?.operator ?? 'the operator')} sends a callback about ${charge?.name ?? action.sale}: ${outcome ?? 'nothing'}${action.isRepeat ? ', again' : ''}`;
    },
    gatewayWork(world, process, action) {
      const charge = chargeOf(world, action);
      return charge && chargeCallback(world, process, charge, action);
    },
  },
};

/** Prepares the operator's callback about a charge. @returns null before the operator's decision and after a wrong code: it sends none. */
export function chargeCallback(
  world: World,
  process: { get<T>(provider: abstract new (...args: never[]) => T): T },
  charge: OperatorCharge,
  { reports, fromOtherOperator, isRepeat }: { reports: 'the actual state' | 'refused'; fromOtherOperator: boolean; isRepeat: boolean },
): (() => Promise<unknown>) | null {
  const outcome = reports === 'refused' ? 'refused' : charge.actualState;
  if (outcome === 'unseen' || outcome === 'seen' || outcome === 'wrong code') return null;
  const operator = fromOtherOperator ? (OPERATORS.find((other) => other !== charge.operator) ?? 'play') : charge.operator;
  const reportId = isRepeat ? `${charge.name}-${outcome}` : `${charge.name}-${world.step.index}`;
  const body = Buffer.from(JSON.stringify({ reportId, chargeReference: charge.reference, outcome, reason: null }));
  if (!fromOtherOperator) charge.reportedOutcomes.add(outcome);
  const send = (): Promise<unknown> =>
    process.get(HandleOperatorCallbackService).run(operator, { headers: {} }, () => Promise.resolve(body));
  if (fromOtherOperator) return send;
  const stateBefore = charge.gatewayState;
  return markUntilAcknowledged(charge, async () => {
    await send();
    world.model.acknowledgedCallbacks.push({ subject: 'charge', charge, stateBefore, outcome });
  });
}

/** Returns a service of this kind. @param index taken modulo the number of services. */
export function serviceOf(world: World, kind: PartnerService['kind'], index: number): PartnerService {
  const services = world.model.services.filter((service) => service.kind === kind);
  const service = services[index % services.length];
  if (!service) throw new Error(`There is no service of the kind ${kind}`);
  return service;
}

/** Returns the service as an argument for the gateway's services. */
export function serviceRef({ id, partnerId }: PartnerService) {
  return { id, partnerId, area: 'directbilling', name: 'Service', status: 'service_active' } as const;
}
