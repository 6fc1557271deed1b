import type { AcquirerEvent } from '../../src/connectors/acquirers/port/callback.js';
import { UnregisterAliasService } from '../../src/products/payments/subscriptions/aliases/unregister-alias.service.js';
import { CancelSubscriptionService } from '../../src/products/payments/subscriptions/cancel-subscription.service.js';
import { CreateSubscriptionService } from '../../src/products/payments/subscriptions/create-subscription.service.js';
import type { SubscriptionOptionsRequest } from '../../src/products/payments/mandates/create-subscription.request.js';
import { AcceptSubscriptionService } from '../../src/products/payments/subscriptions/accept-subscription.service.js';
import type { MandateTermsSeen, Mandate, EndedBy } from '../model/mandate.js';
import { formatAmount } from '../model/amounts.js';
import { dateOf, dayOf } from '../model/day.js';
import { dashed } from '../model/digits.js';
import type { OnlinePayment } from '../model/online-payment.js';
import { mandateUpdate } from '../actors/mandate-updates.js';
import { decideMandate } from '../actors/bank-decisions.js';
import { repeatUntilAnswered } from '../actors/repeat-callback.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import { sendCallback } from './acquirer-callback.js';
import { type ActionKinds, type ActionOf, idOf, refused } from './action-kind.js';
import { nowIn } from './alias-actions.js';
import type { RequestedTerms } from '../actions/blik-action.js';
import { serviceOf } from './direct-billing-actions.js';
import { onlyBy, paymentRef, sellOnline } from './sell-online.js';

type MandateKind = 'sell a subscription' | 'ask for agreement' | 'bank decides' | 'bank reports' | 'end a subscription';

const mandateOf = ({ model }: World, { sale, mandate }: { sale: string; mandate: number }): Mandate | null =>
  model.blik.mandateOf(sale, mandate);

export const MANDATE_ACTIONS: ActionKinds<MandateKind> = {
  'sell a subscription': {
    title: ({ amount, value, terms, offered }, { step }) =>
      `a partner sells p${step.index} with a subscription ${told(terms)} as payer-${value}: ${formatAmount(amount)}${offered ? ', offered on its page' : ''}`,
    inside(world, process, { service, amount, payer, value, terms, offered }) {
      const wanted = { value: `payer-${value}`, terms: datedFrom(terms, dayOf(nowIn(process))) };
      const request = { ...onlyBy('blik-recurrent'), ...(offered && { subscription: askedFor(wanted) }) };
      const asked = { amount, currency: 'PLN' };
      return sellOnline(world, process, { shop: serviceOf(world, 'online', service), asked, payer, wanted, request });
    },
  },
  'ask for agreement': {
    title: ({ sale, decision, onPage }) =>
      `the payer of ${sale} ${onPage ? 'agrees on its page' : 'gives the partner a code'}: ${decision}`,
    async inside(world, process, { sale, onPage, named }) {
      const payment = world.model.onlinePayment(sale);
      const id = await idOf(world, 'payment_transaction', sale);
      if (!payment?.requestedMandate || id === null) return null;
      const { requestedMandate } = payment;
      if (onPage) return () => process.get(AcceptSubscriptionService).run(id, '777 123', SHOWN);
      const request = { transactionId: id, ticket: { T6: '777123' }, ...askedFor(requestedMandate) };
      const taken = world.step.concurrent ? null : isTaken(world, requestedMandate.value);
      const judge = (code: string): void => {
        if (code === 'ALIAS_ALREADY_EXISTS' && taken === false)
          world.found('a value is one subscription’s', `${requestedMandate.value} is refused for ${sale}, but it is free`);
      };
      return () =>
        process
          .get(CreateSubscriptionService)
          .run(paymentRef(payment.service), request, named ? `agree-${sale}` : null)
          .catch(refused(world, judge));
    },
  },
  'bank decides': {
    title: (action, world) =>
      `the bank of ${mandateOf(world, action)?.name ?? `a subscription of ${action.sale}`}: ${action.decision}${action.decision === 'revoked' ? ` by ${action.by}` : ''}`,
    outside(world, action) {
      const mandate = mandateOf(world, action);
      if (mandate && mandate.actualState !== 'unseen') decideMandate(world, mandate, action.decision, action.by);
    },
  },
  'bank reports': {
    title: (action, world) =>
      `the bank ${action.hint ? 'hints at' : 'reports of'} ${mandateOf(world, action)?.name ?? `a subscription of ${action.sale}`}: ${action.says}${action.again ? ', again' : ''}`,
    inside(world, process, action) {
      const mandate = mandateOf(world, action);
      return mandate && mandateCallback(world, process, mandate, action);
    },
  },
  'end a subscription': {
    title: ({ sale, by }) => `the subscription of ${sale} is ended by ${by}`,
    inside(world, process, { sale, by }) {
      const mandate = world.model.blik.mandateOf(sale);
      if (!mandate) return null;
      // A partner ends all subscriptions of the alias value.
      const meant = by === 'partner' ? world.model.blik.mandatesAs(mandate) : [mandate];
      for (const one of meant) one.closeRequests.add(by);
      const work = ENDS[by](world, process, mandate);
      return async () => {
        await work().catch(refused(world));
        for (const one of meant) one.endedInStep ??= world.step.index;
      };
    },
  },
};

const ENDS: Record<EndedBy, (world: World, process: GatewayProcess, mandate: Mandate) => () => Promise<unknown>> = {
  partner(_, process, { payment: { service }, value }) {
    return () => process.get(UnregisterAliasService).run(service.id, { type: 'PAYID', value }, 'Asked by phone');
  },
  staff:
    (_, process, { reference }) =>
    () =>
      process.get(CancelSubscriptionService).run(dashed(reference), 'system', 'asked by mail'),
  antifraud:
    (_, process, { reference }) =>
    () =>
      process.get(CancelSubscriptionService).asFraud(dashed(reference), 'a stolen phone'),
};

/** @returns null when there is nothing to report. */
export function mandateCallback(
  world: World,
  process: GatewayProcess,
  mandate: Mandate,
  { says, hint, again }: Pick<ActionOf<'bank reports'>, 'says' | 'hint' | 'again'>,
): (() => Promise<unknown>) | null {
  if (mandate.actualState === 'unseen') return null;
  const { name, reference } = mandate;
  const about = { providerRef: `ag-${reference}`, reference };
  if (hint) return repeatUntilAnswered(mandate, sendCallback(process, { about }));
  const before = mandate.actualState;
  const result = mandateUpdate(mandate, says === 'the truth' ? undefined : says);
  const isTrue = { active: 'active', failed: 'refused', revoked: 'revoked', 'the truth': before }[says] === before;
  if (!isTrue) mandate.hasWrongReport = true;
  const eventId = again ? `${name}-${result.outcome}` : `${name}-${world.step.index}`;
  const event: AcquirerEvent = { kind: 'consent', ...about, eventId, result };
  return repeatUntilAnswered(mandate, sendCallback(process, { event }));
}

/** Whether another subscription uses the value, by what the gateway has said. */
function isTaken({ model }: World, value: string): boolean {
  return [...model.blik.mandates.values()].some(
    (mandate) => mandate.value === value && (mandate.wasActive || mandate.state === 'subscription_pending'),
  );
}

const SHOWN = { textVersion: '1', language: 'pl', values: {}, shownAt: '2026-01-05T08:00:00Z', address: '198.51.100.7' };

function datedFrom({ firstIn, lastIn, ...terms }: RequestedTerms, today: number): MandateTermsSeen {
  return { ...terms, firstDay: firstIn === null ? null : today + firstIn, lastDay: lastIn === null ? null : today + lastIn };
}

function askedFor({ value, terms }: NonNullable<OnlinePayment['requestedMandate']>) {
  const { model, limit, total, count, everyDays, firstDay, lastDay } = terms;
  const options: SubscriptionOptionsRequest = {
    model,
    ...(limit !== null && { amountLimitPerTransaction: limit / 100 }),
    ...(total !== null && { amountLimitTotal: total / 100 }),
    ...(count !== null && { transactionsCountLimit: count }),
    ...(everyDays !== null && { frequency: `${everyDays}D` }),
    ...(firstDay !== null && { initiationDate: dateOf(firstDay) }),
    ...(lastDay !== null && { expiresAt: dateOf(lastDay) }),
  };
  return { alias: { value, type: 'PAYID' as const }, options };
}

function told({ model, limit, total, count, everyDays, firstIn, lastIn }: RequestedTerms): string {
  return [
    model,
    limit !== null && `≤ ${formatAmount(limit)}`,
    total !== null && `Σ ≤ ${formatAmount(total)}`,
    count !== null && `${count} times`,
    everyDays !== null && `every ${everyDays} days`,
    firstIn !== null && `from day ${firstIn}`,
    lastIn !== null && `until day ${lastIn}`,
  ]
    .filter(Boolean)
    .join(' ');
}
