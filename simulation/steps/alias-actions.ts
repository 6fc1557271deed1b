import type { AcquirerEvent } from '../../src/connectors/acquirers/port/callback.js';
import { BusinessClock } from '../../src/common/time/clocks.js';
import { UnregisterAliasService } from '../../src/products/payments/subscriptions/aliases/unregister-alias.service.js';
import { PayLevel0Service } from '../../src/products/payments/level0/pay-level0.service.js';
import type { Level0Request } from '../../src/products/payments/level0/level0.request.js';
import { formatAmount } from '../model/amounts.js';
import { dashed } from '../model/digits.js';
import type { ModelAlias } from '../model/model-alias.js';
import { aliasUpdate } from '../actors/mandate-updates.js';
import { decideAlias, expireAlias } from '../actors/bank-decisions.js';
import { repeatUntilAnswered } from '../actors/repeat-callback.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import { type ActionKind, type ActionKinds, idOf, refused } from './action-kind.js';
import { sendCallback } from './acquirer-callback.js';
import type { BlikAction } from '../actions/blik-action.js';
import { serviceOf } from './direct-billing-actions.js';
import { onlyBy, paymentRef, sellOnline } from './sell-online.js';

type AliasKind = 'sell for a code' | 'pay by code' | 'pay by alias' | 'app decides' | 'app reports' | 'partner unregisters';

const aliasOf = ({ model }: World, { sale, alias }: { sale: string; alias: number }): ModelAlias | null => model.blik.aliasOf(sale, alias);

/** A partner's program pays with the code or alias that it has. */
function paying<A extends BlikAction & { sale: string }>(
  title: (action: A, world: World) => string,
  requestOf: (world: World, action: A) => Level0Request | null,
): ActionKind<A> {
  return {
    title,
    async inside(world, process, action) {
      const id = await idOf(world, 'payment_transaction', action.sale);
      const payment = world.model.onlinePayment(action.sale);
      const request = requestOf(world, action);
      if (id === null || !payment || !request) return null;
      return () => process.get(PayLevel0Service).run(paymentRef(payment.service), id, request, null).catch(refused(world));
    },
  };
}

export const ALIAS_ACTIONS: ActionKinds<AliasKind> = {
  'sell for a code': {
    title: ({ amount }, { step }) => `a partner sells p${step.index} for a BLIK code: ${formatAmount(amount)}`,
    inside(world, process, { service, amount, payer }) {
      const asked = { amount, currency: 'PLN' };
      return sellOnline(world, process, { shop: serviceOf(world, 'online', service), asked, payer, request: onlyBy('blik-level0') });
    },
  },
  'pay by code': paying(
    ({ sale, decision, registers }) =>
      `the partner pays ${sale} with its payer's code: ${decision}${registers ? `, and app ${registers.app} is to keep customer-${registers.value}: ${registers.answer}` : ''}`,
    (_, { registers }) => ({
      ticket: { T6: '777123' },
      alias: registers && { value: `customer-${registers.value}`, type: 'UID', label: 'Books' },
    }),
  ),
  'pay by alias': paying(
    ({ sale, of, how, decision }, { model }) =>
      `the partner pays ${sale} with ${model.blik.aliasOf(of)?.name ?? `an alias of ${of}`}, by its ${how}: ${decision}`,
    ({ model }, { of, how }) => {
      const alias = model.blik.aliasOf(of);
      if (!alias) return null;
      if (how === 'id') return { alias: { uuid: dashed(alias.reference) } };
      return { alias: { value: alias.partnerValue, type: 'UID', ...(how === 'value and app' && { blik_id: alias.app }) } };
    },
  ),
  'app decides': {
    title: (action, world) => `the app of ${aliasOf(world, action)?.name ?? `an alias of ${action.sale}`}: ${action.decision}`,
    outside(world, action) {
      const alias = aliasOf(world, action);
      if (alias && alias.actualState !== 'unseen') decideAlias(world, alias, action.decision);
    },
  },
  'app reports': {
    title: (action, world) =>
      `the bank ${action.hint ? 'hints at' : 'reports of'} ${aliasOf(world, action)?.name ?? `an alias of ${action.sale}`}: ${action.says}${action.again ? ', again' : ''}`,
    inside(world, process, action) {
      const alias = aliasOf(world, action);
      return alias && aliasCallback(world, process, alias, action);
    },
  },
  'partner unregisters': {
    title: (action, world) => `the partner does not want ${aliasOf(world, action)?.name ?? `an alias of ${action.sale}`} any more`,
    inside(world, process, action) {
      const alias = aliasOf(world, action);
      if (!alias) return null;
      const { partnerValue: value, payment, reference } = alias;
      const all = [...world.model.blik.aliases.values()].filter(
        (other) => other.partnerValue === value && other.payment.service === payment.service,
      );
      for (const meant of action.byValue ? all : [alias]) meant.isUnregisterRequested = true;
      const which = action.byValue ? ({ type: 'UID', value } as const) : { id: dashed(reference) };
      return () => process.get(UnregisterAliasService).run(payment.service.id, which, 'Asked by e-mail').catch(refused(world));
    },
  },
};

/** @returns null when there is nothing to report. */
export function aliasCallback(
  world: World,
  process: GatewayProcess,
  alias: ModelAlias,
  { says, hint, again }: { says: 'the truth' | 'active' | 'unregistered' | 'pending'; hint: boolean; again: boolean },
): (() => Promise<unknown>) | null {
  if (alias.actualState === 'unseen') return null;
  expireAlias(world, alias);
  const about = { providerRef: `al-${alias.reference}`, reference: alias.reference };
  if (hint) return repeatUntilAnswered(alias, sendCallback(process, { about }));
  const result = aliasUpdate(alias, says === 'the truth' ? undefined : says);
  if (says === 'active' && alias.actualState !== 'active') alias.hasWrongReport = true;
  if (says === 'unregistered' && alias.actualState !== 'unregistered' && alias.actualState !== 'replaced') alias.hasWrongReport = true;
  const eventId = again ? `${alias.name}-${result.outcome}` : `${alias.name}-${world.step.index}`;
  const event: AcquirerEvent = { kind: 'alias', ...about, eventId, result };
  return repeatUntilAnswered(alias, sendCallback(process, { event }));
}

/** The app's own clock, as far as a process sees it. */
export function nowIn(process: GatewayProcess): Date {
  return process.get(BusinessClock).now();
}
