import type { ChannelId } from '../../src/connectors/acquirers/catalogue/channel-ids.js';
import { PollAttemptService } from '../../src/products/payments/attempts/poll-attempt.service.js';
import { AbandonAttemptService } from '../../src/products/payments/attempts/abandon-attempt.service.js';
import { StartAttemptService } from '../../src/products/payments/attempts/start/start-attempt.service.js';
import { SubmitBlikCodeService } from '../../src/products/payments/attempts/start/submit-blik-code.service.js';
import { ExtendPaymentTimeService } from '../../src/products/payments/checkout/extend-payment-time.service.js';
import { ReviewHeldPaymentService } from '../../src/products/payments/review/review-held-payment.service.js';
import { HandleAcquirerCallbackService } from '../../src/products/payments/callbacks/handle-acquirer-callback.service.js';
import type { AttemptResult } from '../../src/connectors/acquirers/port/attempt.js';
import type { ParsedCallback } from '../../src/connectors/acquirers/port/callback.js';
import { formatAmount } from '../model/amounts.js';
import type { AcquirerAttempt, Sum } from '../model/online-payment.js';
import { attemptResult, resultOf } from '../actors/attempt-results.js';
import { repeatUntilAnswered } from '../actors/repeat-callback.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import { type ActionKind, type ActionKinds, type ActionOf, idOf } from './action-kind.js';
import { serviceOf } from './direct-billing-actions.js';
import { sellOnline } from './sell-online.js';
import type { Action } from '../actions/step.js';

type OnlineKind =
  | 'sell online'
  | 'begin'
  | 'type a BLIK code'
  | 'payer acts'
  | 'acquirer reports'
  | 'come back'
  | 'leave'
  | 'cancel'
  | 'ask for more time online'
  | 'judge';

const PAYER = { clientAddress: '198.51.100.7', userAgent: 'Browser/1.0' };
/** A difference of one grosz makes another amount. */
const OTHER_SUM = 1;

/** Another amount than was asked for. */
function other({ amount, currency }: Sum, isOfAnotherCurrency: boolean): Sum {
  return isOfAnotherCurrency ? { amount, currency: currency === 'PLN' ? 'EUR' : 'PLN' } : { amount: amount + OTHER_SUM, currency };
}

function attemptOf(world: World, { sale, attempt }: { sale: string; attempt: number }): AcquirerAttempt | null {
  return world.model.onlinePayment(sale)?.attempts.at(-1 - attempt) ?? null;
}

/** Something that a payer or the staff do about a payment. */
export function toPayment<A extends Action & { sale: string }>(
  title: (action: A) => string,
  work: (process: GatewayProcess, id: string, action: A) => Promise<unknown>,
  outside: (world: World, action: A) => void = () => undefined,
): ActionKind<A> {
  return {
    title,
    outside,
    async inside(world, process, action) {
      const id = await idOf(world, 'payment_transaction', action.sale);
      return id === null ? null : () => work(process, id, action);
    },
  };
}

export const ONLINE_ACTIONS: ActionKinds<OnlineKind> = {
  'sell online': {
    title: ({ amount, currency }, { step }) => `a partner sells p${step.index} online: ${formatAmount(amount)} ${currency}`,
    inside: (world, process, { service, amount, currency, payer }) =>
      sellOnline(world, process, { shop: serviceOf(world, 'online', service), asked: { amount, currency }, payer }),
  },
  begin: toPayment(
    ({ sale, channel, decision }) => `the payer of ${sale} begins at ${channel}: ${decision}`,
    (process, id, { channel }) => process.get(StartAttemptService).run(id, channel as ChannelId, PAYER),
  ),
  'type a BLIK code': toPayment(
    ({ sale, decision }) => `the payer of ${sale} types a BLIK code: ${decision}`,
    (process, id) => process.get(SubmitBlikCodeService).run(id, '777123', PAYER),
  ),
  'payer acts': {
    title: (action, world) =>
      `at the acquirer ${attemptOf(world, action)?.name ?? action.sale} is ${action.decision}${action.otherSum ? ', with another sum' : ''}`,
    outside(world, action) {
      const attempt = attemptOf(world, action);
      if (!attempt || attempt.actualState === 'unseen' || isNothingToPay(attempt)) return;
      const { requested } = attempt;
      world.setAcquirerState(
        attempt,
        action.decision,
        action.otherSum ? other(requested, world.random('other sum', attempt.name).chance(0.4)) : requested,
      );
    },
  },
  'acquirer reports': {
    title: (action, world) =>
      `the acquirer ${action.hint ? 'hints at' : 'reports of'} ${attemptOf(world, action)?.name ?? action.sale}: ${action.says}${action.again ? ', again' : ''}`,
    inside(world, process, action) {
      const attempt = attemptOf(world, action);
      return attempt && attemptCallback(world, process, attempt, action);
    },
  },
  'come back': toPayment(
    ({ sale }) => `the payer of ${sale} comes back from the channel`,
    (process, id) => process.get(PollAttemptService).readReturn(id),
  ),
  leave: toPayment(
    ({ sale }) => `the payer of ${sale} wants another method`,
    (process, id) => process.get(AbandonAttemptService).run(id),
  ),
  cancel: toPayment(
    ({ sale }) => `the payer of ${sale} does not want to pay`,
    (process, id) => process.get(AbandonAttemptService).cancelPayment(id),
  ),
  'ask for more time online': toPayment(
    ({ sale }) => `the payer of ${sale} asks for more time`,
    (process, id) => process.get(ExtendPaymentTimeService).run(id),
  ),
  judge: toPayment(
    ({ sale, release }) => `staff look at ${sale}: ${release ? 'no fraud' : 'a fraud'}`,
    (process, id, { release }) => {
      const judge = process.get(ReviewHeldPaymentService);
      return release ? judge.release(id) : judge.reject(id);
    },
    ({ model }, { sale, release }) => {
      // The attempt that was the payment's is fraud as well.
      const under = model.onlinePayment(sale)?.attempts.map((attempt) => attempt.mandate) ?? [];
      if (!release) for (const mandate of [...under, model.blik.mandateOf(sale)]) mandate?.closeRequests.add('antifraud');
    },
  ),
};

/** An attempt that only asks for a mandate takes no money. */
const isNothingToPay = ({ requested }: AcquirerAttempt): boolean => requested.amount === 0;

/** @returns null when there is nothing to report. */
export function attemptCallback(
  world: World,
  process: GatewayProcess,
  attempt: AcquirerAttempt,
  { says, hint, again }: Pick<ActionOf<'acquirer reports'>, 'says' | 'hint' | 'again'>,
): (() => Promise<unknown>) | null {
  if (attempt.actualState === 'unseen' || isNothingToPay(attempt)) return null;
  if (says === 'another sum' && !attempt.taken) return null;
  const result =
    says === 'another sum' ? misled(world, attempt) : says === 'the truth' ? resultOf(attempt, true) : attemptResult({ outcome: says });
  const about = { providerRef: result.providerRef, reference: attempt.reference };
  const answer = { status: 200, contentType: 'text/plain', body: 'OK' };
  const eventId = again ? `${attempt.name}-${result.outcome}` : `${attempt.name}-${world.step.index}`;
  const report: ParsedCallback = hint
    ? { verdict: 'hint', about: [about], answer }
    : { verdict: 'verified', events: [{ kind: 'attempt', ...about, eventId, result }], answer };
  if (!hint) attempt.reportedOutcomes.add(result.outcome);
  const body = Buffer.from(JSON.stringify(report));
  const account = attempt.test ? 'tryout' : 'acquirer';
  const head = { headers: {}, query: {}, address: '192.0.2.1' };
  const before = attempt.state;
  const { money, outcome } = result;
  const sum = money && { amount: money.amountMinor, currency: money.currency };
  if (!hint && money) attempt.isLastReportWrong = says === 'another sum';
  return repeatUntilAnswered(attempt, async () => {
    await process.get(HandleAcquirerCallbackService).run(account, head, () => Promise.resolve(body));
    if (!hint) world.model.acknowledgedCallbacks.push({ of: 'payment', attempt, before, outcome, sum });
  });
}

/** It took money, and reports an amount that was neither taken nor asked for. */
function misled(world: World, attempt: AcquirerAttempt): AttemptResult {
  const { requested, name } = attempt;
  const lie = { ...other(requested, world.random('another sum', name).chance(0.4)), amount: requested.amount + 2 * OTHER_SUM };
  attempt.wrongReports.push(lie);
  return attemptResult({ outcome: 'paid', money: { amountMinor: lie.amount, currency: lie.currency } });
}
