import { OPERATORS } from '../../src/connectors/operators/operator.port.js';
import { HandleCallbackService } from '../../src/products/direct-billing/charges/handle-callback.service.js';
import { ChangeNumberService } from '../../src/products/direct-billing/checkout/change-number.service.js';
import { ExtendTimeService } from '../../src/products/direct-billing/checkout/extend-time.service.js';
import { SendCodeService } from '../../src/products/direct-billing/checkout/send-code.service.js';
import { SubmitCodeService } from '../../src/products/direct-billing/checkout/submit-code.service.js';
import { CreateDirectBillingTransactionService } from '../../src/products/direct-billing/transactions/create-transaction.service.js';
import { formatAmount } from '../model/amounts.js';
import type { OperatorCharge } from '../model/direct-billing-sale.js';
import type { PartnerService } from '../model/shop.js';
import { repeatUntilAnswered } from '../actors/repeat-callback.js';
import type { World } from '../world/world.js';
import { type ActionKinds, idOf } from './action-kind.js';

type PhoneKind =
  | 'sell by phone'
  | 'ask for a code'
  | 'type the code'
  | 'choose another number'
  | 'ask for more time'
  | 'operator decides'
  | 'operator reports';

const TRANSACTIONS = 'direct_billing_transaction';
const PHONE = '500600700';

/** `place` counts back from the last one, which is 0. */
function chargeOf(world: World, { sale, charge }: { sale: string; charge: number }): OperatorCharge | null {
  return world.model.directBillingSale(sale)?.charges.at(-1 - charge) ?? null;
}

export const DIRECT_BILLING_ACTIONS: ActionKinds<PhoneKind> = {
  'sell by phone': {
    title: ({ type, amount }, { step }) => `a partner sells d${step.index} by phone: ${formatAmount(amount)} ${type}`,
    inside(world, process, { service, type, amount }) {
      const name = `d${world.step.index}`;
      const shop = serviceOf(world, 'phone', service);
      const terms = structuredClone(shop.operators);
      world.model.sales.set(name, { kind: 'phone', name, service: shop, type, amount, terms, charges: [], bookedCharge: null });
      return () =>
        process.get(CreateDirectBillingTransactionService).run(refOf(shop), { amount: amount / 100, amountType: type, control: name });
    },
  },
  'ask for a code': {
    title: ({ sale, operator, answer }) => `the payer of ${sale} asks ${operator} for a code, which is ${answer}`,
    async inside(world, process, { sale, operator }) {
      const id = await idOf(world, TRANSACTIONS, sale);
      const input = { operator, phoneNumber: PHONE, clientAddress: '198.51.100.7' };
      return id === null ? null : () => process.get(SendCodeService).run(id, input);
    },
  },
  'type the code': {
    title: ({ sale, decision }) => `the payer of ${sale} types the code; the operator: ${decision}`,
    async inside(world, process, { sale }) {
      const id = await idOf(world, TRANSACTIONS, sale);
      return id === null ? null : () => process.get(SubmitCodeService).run(id, '123456');
    },
  },
  'choose another number': {
    title: ({ sale }) => `the payer of ${sale} goes back to the choice of operators`,
    async inside(world, process, { sale }) {
      const id = await idOf(world, TRANSACTIONS, sale);
      return id === null ? null : () => process.get(ChangeNumberService).run(id);
    },
  },
  'ask for more time': {
    title: ({ sale }) => `the payer of ${sale} asks for more time`,
    async inside(world, process, { sale }) {
      const id = await idOf(world, TRANSACTIONS, sale);
      return id === null ? null : () => process.get(ExtendTimeService).run(id);
    },
  },
  'operator decides': {
    title: (action, world) => `the operator of ${chargeOf(world, action)?.name ?? action.sale} decides: ${action.decision}`,
    outside(world, action) {
      const charge = chargeOf(world, action);
      if (charge && charge.actualState !== 'booked') charge.actualState = action.decision;
    },
  },
  'operator reports': {
    title(action, world) {
      const charge = chargeOf(world, action);
      const what = charge && (action.says === 'refused' ? 'refused' : charge.actualState);
      return `${action.stranger ? 'another operator' : (charge?.operator ?? 'the operator')} reports of ${charge?.name ?? action.sale}: ${what ?? 'nothing'}${action.again ? ', again' : ''}`;
    },
    inside(world, process, action) {
      const charge = chargeOf(world, action);
      return charge && chargeCallback(world, process, charge, action);
    },
  },
};

/** @returns null when there is nothing to report. */
export function chargeCallback(
  world: World,
  process: { get<T>(provider: abstract new (...given: never[]) => T): T },
  charge: OperatorCharge,
  { says, stranger, again }: { says: 'the truth' | 'refused'; stranger: boolean; again: boolean },
): (() => Promise<unknown>) | null {
  const outcome = says === 'refused' ? 'refused' : charge.actualState;
  if (outcome === 'unseen' || outcome === 'seen' || outcome === 'wrong code') return null;
  const operator = stranger ? (OPERATORS.find((other) => other !== charge.operator) ?? 'play') : charge.operator;
  const reportId = again ? `${charge.name}-${outcome}` : `${charge.name}-${world.step.index}`;
  const body = Buffer.from(JSON.stringify({ reportId, chargeReference: charge.reference, outcome, reason: null }));
  if (!stranger) charge.reportedOutcomes.add(outcome);
  const report = (): Promise<unknown> => process.get(HandleCallbackService).run(operator, { headers: {} }, () => Promise.resolve(body));
  if (stranger) return report;
  const before = charge.state;
  return repeatUntilAnswered(charge, async () => {
    await report();
    world.model.acknowledgedCallbacks.push({ of: 'charge', charge, before, outcome });
  });
}

export function serviceOf(world: World, kind: PartnerService['kind'], number: number): PartnerService {
  const services = world.model.services.filter((service) => service.kind === kind);
  const service = services[number % services.length];
  if (!service) throw new Error(`There is no service of the kind ${kind}`);
  return service;
}

export function refOf({ id, partnerId }: PartnerService) {
  return { id, partnerId, area: 'directbilling', name: 'Service', status: 'service_active' } as const;
}
