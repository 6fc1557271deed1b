import type { AcquirerEvent } from '../../src/connectors/acquirers/port/callback.js';
import { BusinessClock } from '../../src/common/time/clocks.js';
import { UnregisterAliasService } from '../../src/products/payments/subscriptions/aliases/unregister-alias.service.js';
import { PayLevel0Service } from '../../src/products/payments/blik-level0/pay-level0.service.js';
import type { Level0Request } from '../../src/products/payments/blik-level0/level0.request.js';
import { formatAmount } from '../model/amounts.js';
import { withDashes } from '../model/uuid-dashes.js';
import type { ModelAlias } from '../model/model-alias.js';
import { aliasUpdate } from '../actors/mandate-updates.js';
import { decideAlias, expireAlias, otherAliasesInApp } from '../actors/bank-decisions.js';
import { markUntilAcknowledged } from '../actors/mark-until-acknowledged.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import { type ActionKind, type ActionKinds, type ActionOf, rowIdOf, ignoreRejection } from './action-kind.js';
import { sendCallback } from './acquirer-callback.js';
import type { BlikAction } from '../actions/blik-action.js';
import { serviceOf } from './direct-billing-actions.js';
import { directChannelFields, paymentServiceRef, sellOnline } from './sell-online.js';

type AliasKind = 'sell for a code' | 'pay by code' | 'pay by alias' | 'app decides' | 'app sends callback' | 'partner unregisters';

const aliasOf = ({ model }: World, { sale, alias }: { sale: string; alias: number }): ModelAlias | null => model.blik.aliasOf(sale, alias);

/** An action in which a partner's program pays by code or alias. @param requestOf returns null when the alias does not exist. */
function level0Payment<A extends BlikAction & { sale: string }>(
  title: (action: A, world: World) => string,
  requestOf: (world: World, action: A) => Level0Request | null,
): ActionKind<A> {
  return {
    title,
    async gatewayWork(world, process, action) {
      const id = await rowIdOf(world, 'payment_transaction', action.sale);
      const payment = world.model.onlinePayment(action.sale);
      const request = requestOf(world, action);
      if (id === null || !payment || !request) return null;
      return () => process.get(PayLevel0Service).run(paymentServiceRef(payment.service), id, request, null).catch(ignoreRejection(world));
    },
  };
}

export const ALIAS_ACTIONS: ActionKinds<AliasKind> = {
  'sell for a code': {
    title: ({ amount }, { step }) => `a partner sells p${step.index} for a BLIK code: ${formatAmount(amount)}`,
    gatewayWork(world, process, { serviceIndex, amount, payerIndex }) {
      const service = serviceOf(world, 'online', serviceIndex);
      const requested = { amount, currency: 'PLN' };
      return sellOnline(world, process, { service, requested, payerIndex, request: directChannelFields('blik-level0') });
    },
  },
  'pay by code': level0Payment(
    ({ sale, decision, registration }) =>
      `the partner pays ${sale} with its payer's code: ${decision}${registration ? `, and app ${registration.appNumber} gets a request to register customer-${registration.aliasNumber}: ${registration.decision}` : ''}`,
    (_, { registration }) => ({
      ticket: { T6: '777123' },
      alias: registration && { value: `customer-${registration.aliasNumber}`, type: 'UID', label: 'Books' },
    }),
  ),
  'pay by alias': level0Payment(
    ({ sale, originSale, identifiedBy, decision }, { model }) =>
      `the partner pays ${sale} with ${model.blik.aliasOf(originSale)?.name ?? `an alias of ${originSale}`}, by its ${identifiedBy}: ${decision}`,
    ({ model }, { originSale, identifiedBy }) => {
      const alias = model.blik.aliasOf(originSale);
      if (!alias) return null;
      if (identifiedBy === 'id') return { alias: { uuid: withDashes(alias.reference) } };
      return { alias: { value: alias.partnerValue, type: 'UID', ...(identifiedBy === 'value and app' && { blik_id: alias.app }) } };
    },
  ),
  'app decides': {
    title: (action, world) => `the app of ${aliasOf(world, action)?.name ?? `an alias of ${action.sale}`}: ${action.decision}`,
    actOutside(world, action) {
      const alias = aliasOf(world, action);
      if (alias && alias.actualState !== 'unseen') decideAlias(world, alias, action.decision);
    },
  },
  'app sends callback': {
    title: (action, world) =>
      `the bank sends ${action.isHint ? 'a hint' : 'a callback'} about ${aliasOf(world, action)?.name ?? `an alias of ${action.sale}`}: ${action.reports}${action.isRepeat ? ', again' : ''}`,
    gatewayWork(world, process, action) {
      const alias = aliasOf(world, action);
      return alias && aliasCallback(world, process, alias, action);
    },
  },
  'partner unregisters': {
    title: (action, world) => `the partner unregisters ${aliasOf(world, action)?.name ?? `an alias of ${action.sale}`}`,
    gatewayWork(world, process, action) {
      const alias = aliasOf(world, action);
      if (!alias) return null;
      const { partnerValue: value, payment, reference } = alias;
      const withSameValue = [...world.model.blik.aliases.values()].filter(
        (other) => other.partnerValue === value && other.payment.service === payment.service,
      );
      for (const affected of action.byValue ? withSameValue : [alias]) affected.isUnregisterRequested = true;
      const aliasKey = action.byValue ? ({ type: 'UID', value } as const) : { id: withDashes(reference) };
      return () => process.get(UnregisterAliasService).run(payment.service.id, aliasKey, 'Asked by e-mail').catch(ignoreRejection(world));
    },
  },
};

/** Prepares the bank's callback about an alias. @returns null when the bank does not know the alias. */
export function aliasCallback(
  world: World,
  process: GatewayProcess,
  alias: ModelAlias,
  { reports, isHint, isRepeat }: Pick<ActionOf<'app sends callback'>, 'reports' | 'isHint' | 'isRepeat'>,
): (() => Promise<unknown>) | null {
  if (alias.actualState === 'unseen') return null;
  expireAlias(world, alias);
  const subject = { providerRef: `al-${alias.reference}`, reference: alias.reference };
  if (isHint) return markUntilAcknowledged(alias, sendCallback(process, { subject }));
  const result = aliasUpdate(alias, reports === 'the actual state' ? undefined : reports);
  // After a false "active" the gateway also ends the alias that it takes for replaced.
  if (reports === 'active' && alias.actualState !== 'active')
    for (const affected of [alias, ...otherAliasesInApp(world, alias)]) affected.hasFalseUpdate = true;
  if (reports === 'unregistered' && alias.actualState !== 'unregistered' && alias.actualState !== 'replaced') alias.hasFalseUpdate = true;
  const eventId = isRepeat ? `${alias.name}-${result.outcome}` : `${alias.name}-${world.step.index}`;
  const event: AcquirerEvent = { kind: 'alias', ...subject, eventId, result };
  return markUntilAcknowledged(alias, sendCallback(process, { event }));
}

/** Returns the business time that this process has last read. */
export function businessTimeOf(process: GatewayProcess): Date {
  return process.get(BusinessClock).now();
}
