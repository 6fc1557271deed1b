import type { AcquirerEvent } from '../../src/connectors/acquirers/port/callback.js';
import { UnregisterAliasService } from '../../src/products/payments/subscriptions/aliases/unregister-alias.service.js';
import { CancelSubscriptionService } from '../../src/products/payments/subscriptions/cancel-subscription.service.js';
import { CreateSubscriptionService } from '../../src/products/payments/subscriptions/create-subscription.service.js';
import type { SubscriptionOptionsRequest } from '../../src/products/payments/mandates/create-subscription.request.js';
import { AcceptSubscriptionService } from '../../src/products/payments/subscriptions/accept-subscription.service.js';
import type { ModelMandateTerms, Mandate, EndedBy } from '../model/mandate.js';
import { formatAmount } from '../model/amounts.js';
import { dateOf, dayOf } from '../model/day.js';
import { withDashes } from '../model/uuid-dashes.js';
import type { OnlinePayment } from '../model/online-payment.js';
import { mandateUpdate } from '../actors/mandate-updates.js';
import { decideMandate } from '../actors/bank-decisions.js';
import { markUntilAcknowledged } from '../actors/mark-until-acknowledged.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import { sendCallback } from './acquirer-callback.js';
import { type ActionKinds, type ActionOf, rowIdOf, ignoreRejection } from './action-kind.js';
import { businessTimeOf } from './alias-actions.js';
import type { RequestedTerms } from '../actions/blik-action.js';
import { serviceOf } from './direct-billing-actions.js';
import { directChannelFields, paymentServiceRef, sellOnline } from './sell-online.js';

type MandateKind = 'sell a subscription' | 'accept subscription' | 'bank decides' | 'bank sends callback' | 'cancel a subscription';

const mandateOf = ({ model }: World, { sale, mandate }: { sale: string; mandate: number }): Mandate | null =>
  model.blik.mandateOf(sale, mandate);

export const MANDATE_ACTIONS: ActionKinds<MandateKind> = {
  'sell a subscription': {
    title: ({ amount, aliasNumber, terms, isOfferedOnPage }, { step }) =>
      `a partner sells p${step.index} with a subscription ${formatTerms(terms)} as payer-${aliasNumber}: ${formatAmount(amount)}${isOfferedOnPage ? ', offered on its page' : ''}`,
    gatewayWork(world, process, { serviceIndex, amount, payerIndex, aliasNumber, terms, isOfferedOnPage }) {
      const requestedMandate = { aliasValue: `payer-${aliasNumber}`, terms: datedTerms(terms, dayOf(businessTimeOf(process))) };
      const request = {
        ...directChannelFields('blik-recurrent'),
        ...(isOfferedOnPage && { subscription: subscriptionFields(requestedMandate) }),
      };
      const service = serviceOf(world, 'online', serviceIndex);
      const requested = { amount, currency: 'PLN' };
      return sellOnline(world, process, { service, requested, payerIndex, requestedMandate, request });
    },
  },
  'accept subscription': {
    title: ({ sale, decision, isOnPage }) =>
      `the payer of ${sale} ${isOnPage ? 'accepts the subscription on its page' : 'gives the partner a code for the subscription'}: ${decision}`,
    async gatewayWork(world, process, { sale, isOnPage, hasIdempotencyKey }) {
      const payment = world.model.onlinePayment(sale);
      const id = await rowIdOf(world, 'payment_transaction', sale);
      if (!payment?.requestedMandate || id === null) return null;
      const { requestedMandate } = payment;
      if (isOnPage) return () => process.get(AcceptSubscriptionService).run(id, '777 123', PAGE_EVIDENCE);
      const request = { transactionId: id, ticket: { T6: '777123' }, ...subscriptionFields(requestedMandate) };
      // Null when a concurrent action may use the value, so that the model cannot check the rejection.
      const isUsed = world.step.concurrent ? null : isValueUsed(world, requestedMandate.aliasValue);
      const checkRejection = (code: string): void => {
        if (code === 'ALIAS_ALREADY_EXISTS' && isUsed === false)
          world.found(
            'an alias value has one subscription',
            `${requestedMandate.aliasValue} is rejected for ${sale}, but no subscription uses it`,
          );
      };
      return () =>
        process
          .get(CreateSubscriptionService)
          .run(paymentServiceRef(payment.service), request, hasIdempotencyKey ? `agree-${sale}` : null)
          .catch(ignoreRejection(world, checkRejection));
    },
  },
  'bank decides': {
    title: (action, world) =>
      `the bank of ${mandateOf(world, action)?.name ?? `a subscription of ${action.sale}`}: ${action.decision}${action.decision === 'revoked' ? ` by ${action.by}` : ''}`,
    actOutside(world, action) {
      const mandate = mandateOf(world, action);
      if (mandate && mandate.actualState !== 'unseen') decideMandate(world, mandate, action.decision, action.by);
    },
  },
  'bank sends callback': {
    title: (action, world) =>
      `the bank sends ${action.isHint ? 'a hint' : 'a callback'} about ${mandateOf(world, action)?.name ?? `a subscription of ${action.sale}`}: ${action.reports}${action.isRepeat ? ', again' : ''}`,
    gatewayWork(world, process, action) {
      const mandate = mandateOf(world, action);
      return mandate && mandateCallback(world, process, mandate, action);
    },
  },
  'cancel a subscription': {
    title: ({ sale, by }) => `the subscription of ${sale} is cancelled by ${by}`,
    gatewayWork(world, process, { sale, by }) {
      const mandate = world.model.blik.mandateOf(sale);
      if (!mandate) return null;
      // A partner ends all subscriptions of the alias value.
      const affected = by === 'partner' ? world.model.blik.mandatesWithSameAlias(mandate) : [mandate];
      for (const affectedMandate of affected) affectedMandate.closeRequests.add(by);
      const work = CANCELLATIONS[by](world, process, mandate);
      return async () => {
        await work().catch(ignoreRejection(world));
        for (const affectedMandate of affected) affectedMandate.endedInStep ??= world.step.index;
      };
    },
  },
};

const CANCELLATIONS: Record<EndedBy, (world: World, process: GatewayProcess, mandate: Mandate) => () => Promise<unknown>> = {
  partner(_, process, { payment: { service }, aliasValue }) {
    return () => process.get(UnregisterAliasService).run(service.id, { type: 'PAYID', value: aliasValue }, 'Asked by phone');
  },
  staff:
    (_, process, { reference }) =>
    () =>
      process.get(CancelSubscriptionService).run(withDashes(reference), 'system', 'asked by mail'),
  antifraud:
    (_, process, { reference }) =>
    () =>
      process.get(CancelSubscriptionService).cancelForFraud(withDashes(reference), 'a stolen phone'),
};

/** Prepares the bank's callback about a mandate. @returns null when the bank does not know the mandate. */
export function mandateCallback(
  world: World,
  process: GatewayProcess,
  mandate: Mandate,
  { reports, isHint, isRepeat }: Pick<ActionOf<'bank sends callback'>, 'reports' | 'isHint' | 'isRepeat'>,
): (() => Promise<unknown>) | null {
  if (mandate.actualState === 'unseen') return null;
  const { name, reference } = mandate;
  const subject = { providerRef: `ag-${reference}`, reference };
  if (isHint) return markUntilAcknowledged(mandate, sendCallback(process, { subject }));
  const { actualState } = mandate;
  const result = mandateUpdate(mandate, reports === 'the actual state' ? undefined : reports);
  const isTrue = { active: 'active', failed: 'refused', revoked: 'revoked', 'the actual state': actualState }[reports] === actualState;
  if (!isTrue) mandate.hasFalseUpdate = true;
  const eventId = isRepeat ? `${name}-${result.outcome}` : `${name}-${world.step.index}`;
  const event: AcquirerEvent = { kind: 'consent', ...subject, eventId, result };
  return markUntilAcknowledged(mandate, sendCallback(process, { event }));
}

/** Whether a subscription uses the alias value, by the gateway's states. */
function isValueUsed({ model }: World, value: string): boolean {
  return [...model.blik.mandates.values()].some(
    (mandate) => mandate.aliasValue === value && (mandate.wasActive || mandate.gatewayState === 'subscription_pending'),
  );
}

/** Evidence of the consent that the payer gives on the page. */
const PAGE_EVIDENCE = { textVersion: '1', language: 'pl', values: {}, shownAt: '2026-01-05T08:00:00Z', address: '198.51.100.7' };

/** @param today number of the day from which the first and the last day are counted. */
function datedTerms({ firstInDays, lastInDays, ...terms }: RequestedTerms, today: number): ModelMandateTerms {
  return {
    ...terms,
    firstDay: firstInDays === null ? null : today + firstInDays,
    lastDay: lastInDays === null ? null : today + lastInDays,
  };
}

/** Fields of a request for the subscription. */
function subscriptionFields({ aliasValue: value, terms }: NonNullable<OnlinePayment['requestedMandate']>) {
  const { model, maxChargeMinor, maxTotalMinor, maxCount, periodDays, firstDay, lastDay } = terms;
  const options: SubscriptionOptionsRequest = {
    model,
    ...(maxChargeMinor !== null && { amountLimitPerTransaction: maxChargeMinor / 100 }),
    ...(maxTotalMinor !== null && { amountLimitTotal: maxTotalMinor / 100 }),
    ...(maxCount !== null && { transactionsCountLimit: maxCount }),
    ...(periodDays !== null && { frequency: `${periodDays}D` }),
    ...(firstDay !== null && { initiationDate: dateOf(firstDay) }),
    ...(lastDay !== null && { expiresAt: dateOf(lastDay) }),
  };
  return { alias: { value, type: 'PAYID' as const }, options };
}

/** Formats the terms for the transcript. */
function formatTerms({ model, maxChargeMinor, maxTotalMinor, maxCount, periodDays, firstInDays, lastInDays }: RequestedTerms): string {
  return [
    model,
    maxChargeMinor !== null && `≤ ${formatAmount(maxChargeMinor)}`,
    maxTotalMinor !== null && `Σ ≤ ${formatAmount(maxTotalMinor)}`,
    maxCount !== null && `${maxCount} times`,
    periodDays !== null && `every ${periodDays} days`,
    firstInDays !== null && `from day ${firstInDays}`,
    lastInDays !== null && `until day ${lastInDays}`,
  ]
    .filter(Boolean)
    .join(' ');
}
