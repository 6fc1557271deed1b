import type { ChannelId } from '../../src/connectors/acquirers/catalogue/channel-ids.js';
import { PollAttemptService } from '../../src/products/payments/attempts/poll-attempt.service.js';
import { AbandonAttemptService } from '../../src/products/payments/attempts/abandon-attempt.service.js';
import { StartAttemptService } from '../../src/products/payments/attempts/start/start-attempt.service.js';
import { SubmitBlikCodeService } from '../../src/products/payments/attempts/start/submit-blik-code.service.js';
import { ExtendPaymentTimeService } from '../../src/products/payments/checkout/extend-payment-time.service.js';
import { ReviewHeldPaymentService } from '../../src/products/payments/review/review-held-payment.service.js';
import { HandleAcquirerCallbackService } from '../../src/products/payments/acquirer-callbacks/handle-acquirer-callback.service.js';
import type { AttemptResult } from '../../src/connectors/acquirers/port/attempt.js';
import type { ParsedCallback } from '../../src/connectors/acquirers/port/callback.js';
import { formatAmount } from '../model/amounts.js';
import type { AcquirerAttempt, ModelMoney } from '../model/online-payment.js';
import { attemptResult, actualAttemptResult } from '../actors/attempt-results.js';
import { markUntilAcknowledged } from '../actors/mark-until-acknowledged.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import { type ActionKind, type ActionKinds, type ActionOf, rowIdOf } from './action-kind.js';
import { serviceOf } from './direct-billing-actions.js';
import { sellOnline } from './sell-online.js';
import type { Action } from '../actions/step.js';

type OnlineKind =
  | 'sell online'
  | 'start attempt'
  | 'enter a BLIK code'
  | 'payer acts'
  | 'acquirer sends callback'
  | 'payer returns'
  | 'abandon attempt'
  | 'cancel payment'
  | 'extend the time online'
  | 'review';

const PAYER_CLIENT = { clientAddress: '198.51.100.7', userAgent: 'Browser/1.0' };
/** In minor units. A different captured amount differs from the requested amount by this, a falsely reported amount by twice as much. */
const AMOUNT_DIFFERENCE = 1;

/** Returns money that differs from the requested money in the currency or in the amount. */
function differentMoney({ amount, currency }: ModelMoney, hasOtherCurrency: boolean): ModelMoney {
  return hasOtherCurrency ? { amount, currency: currency === 'PLN' ? 'EUR' : 'PLN' } : { amount: amount + AMOUNT_DIFFERENCE, currency };
}

function attemptOf(world: World, { sale, attempt }: { sale: string; attempt: number }): AcquirerAttempt | null {
  return world.model.onlinePayment(sale)?.attempts.at(-1 - attempt) ?? null;
}

/** Describes an action of a payer or of staff on a payment. The action does nothing when the payment does not exist. */
export function paymentAction<A extends Action & { sale: string }>(
  title: (action: A) => string,
  work: (process: GatewayProcess, id: string, action: A) => Promise<unknown>,
  actOutside: (world: World, action: A) => void = () => undefined,
): ActionKind<A> {
  return {
    title,
    actOutside,
    async gatewayWork(world, process, action) {
      const id = await rowIdOf(world, 'payment_transaction', action.sale);
      return id === null ? null : () => work(process, id, action);
    },
  };
}

export const ONLINE_ACTIONS: ActionKinds<OnlineKind> = {
  'sell online': {
    title: ({ amount, currency }, { step }) => `a partner sells p${step.index} online: ${formatAmount(amount)} ${currency}`,
    gatewayWork: (world, process, { serviceIndex, amount, currency, payerIndex }) =>
      sellOnline(world, process, { service: serviceOf(world, 'online', serviceIndex), requested: { amount, currency }, payerIndex }),
  },
  'start attempt': paymentAction(
    ({ sale, channel, decision }) => `the payer of ${sale} starts an attempt at ${channel}: ${decision}`,
    (process, id, { channel }) => process.get(StartAttemptService).run(id, channel as ChannelId, PAYER_CLIENT),
  ),
  'enter a BLIK code': paymentAction(
    ({ sale, decision }) => `the payer of ${sale} enters a BLIK code: ${decision}`,
    (process, id) => process.get(SubmitBlikCodeService).run(id, '777123', PAYER_CLIENT),
  ),
  'payer acts': {
    title: (action, world) =>
      `at the acquirer ${attemptOf(world, action)?.name ?? action.sale} is ${action.decision}${action.hasOtherAmount ? ', with another amount' : ''}`,
    actOutside(world, action) {
      const attempt = attemptOf(world, action);
      if (!attempt || attempt.actualState === 'unseen' || hasNoMoney(attempt)) return;
      const { requested } = attempt;
      world.setAcquirerState(
        attempt,
        action.decision,
        action.hasOtherAmount ? differentMoney(requested, world.random('other sum', attempt.name).chance(0.4)) : requested,
      );
    },
  },
  'acquirer sends callback': {
    title: (action, world) =>
      `the acquirer sends ${action.isHint ? 'a hint' : 'a callback'} about ${attemptOf(world, action)?.name ?? action.sale}: ${action.reports}${action.isRepeat ? ', again' : ''}`,
    gatewayWork(world, process, action) {
      const attempt = attemptOf(world, action);
      return attempt && attemptCallback(world, process, attempt, action);
    },
  },
  'payer returns': paymentAction(
    ({ sale }) => `the payer of ${sale} returns from the channel`,
    (process, id) => process.get(PollAttemptService).pollOnReturn(id),
  ),
  'abandon attempt': paymentAction(
    ({ sale }) => `the payer of ${sale} chooses another channel`,
    (process, id) => process.get(AbandonAttemptService).run(id),
  ),
  'cancel payment': paymentAction(
    ({ sale }) => `the payer of ${sale} cancels it`,
    (process, id) => process.get(AbandonAttemptService).cancelPayment(id),
  ),
  'extend the time online': paymentAction(
    ({ sale }) => `the payer of ${sale} asks for more time`,
    (process, id) => process.get(ExtendPaymentTimeService).run(id),
  ),
  review: paymentAction(
    ({ sale, release }) => `staff review ${sale}: ${release ? 'no fraud' : 'a fraud'}`,
    (process, id, { release }) => {
      const review = process.get(ReviewHeldPaymentService);
      return release ? review.release(id) : review.reject(id);
    },
    ({ model }, { sale, release }) => {
      // A payment rejected as fraud also ends the subscription that it charges or sets up.
      const chargedMandates = model.onlinePayment(sale)?.attempts.map((attempt) => attempt.mandate) ?? [];
      if (!release) for (const mandate of [...chargedMandates, model.blik.mandateOf(sale)]) mandate?.closeRequests.add('antifraud');
    },
  ),
};

/** An attempt of a setup payment takes no money. */
const hasNoMoney = ({ requested }: AcquirerAttempt): boolean => requested.amount === 0;

/** Prepares the acquirer's callback about an attempt. @returns null when the acquirer has nothing to report. */
export function attemptCallback(
  world: World,
  process: GatewayProcess,
  attempt: AcquirerAttempt,
  { reports, isHint, isRepeat }: Pick<ActionOf<'acquirer sends callback'>, 'reports' | 'isHint' | 'isRepeat'>,
): (() => Promise<unknown>) | null {
  if (attempt.actualState === 'unseen' || hasNoMoney(attempt)) return null;
  if (reports === 'another amount' && !attempt.captured) return null;
  const result =
    reports === 'another amount'
      ? falseAmountResult(world, attempt)
      : reports === 'the actual state'
        ? actualAttemptResult(attempt, true)
        : attemptResult({ outcome: reports });
  const subject = { providerRef: result.providerRef, reference: attempt.reference };
  const answer = { status: 200, contentType: 'text/plain', body: 'OK' };
  const eventId = isRepeat ? `${attempt.name}-${result.outcome}` : `${attempt.name}-${world.step.index}`;
  const callback: ParsedCallback = isHint
    ? { verdict: 'hint', about: [subject], answer }
    : { verdict: 'verified', events: [{ kind: 'attempt', ...subject, eventId, result }], answer };
  if (!isHint) attempt.reportedOutcomes.add(result.outcome);
  const body = Buffer.from(JSON.stringify(callback));
  const account = attempt.test ? 'tryout' : 'acquirer';
  const head = { headers: {}, query: {}, address: '192.0.2.1' };
  const stateBefore = attempt.gatewayState;
  const { outcome } = result;
  const money = result.money && { amount: result.money.amountMinor, currency: result.money.currency };
  if (!isHint && money) attempt.isLastUpdateFalse = reports === 'another amount';
  return markUntilAcknowledged(attempt, async () => {
    await process.get(HandleAcquirerCallbackService).run(account, head, () => Promise.resolve(body));
    if (!isHint) world.model.acknowledgedCallbacks.push({ subject: 'attempt', attempt, stateBefore, outcome, money });
  });
}

/** Returns a result with a false amount, which is neither the captured nor the requested amount, and records it in the model. */
function falseAmountResult(world: World, attempt: AcquirerAttempt): AttemptResult {
  const { requested, name } = attempt;
  const falseAmount = {
    ...differentMoney(requested, world.random('another sum', name).chance(0.4)),
    amount: requested.amount + 2 * AMOUNT_DIFFERENCE,
  };
  attempt.falseAmounts.push(falseAmount);
  return attemptResult({ outcome: 'paid', money: { amountMinor: falseAmount.amount, currency: falseAmount.currency } });
}
