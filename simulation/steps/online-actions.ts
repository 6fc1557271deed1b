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
  return world.model.online(sale)?.attempts.at(-1 - attempt) ?? null;
}

/** Something that a payer or the staff do about a payment. */
export function toPayment<A extends Action & { sale: string }>(
  title: (act: A) => string,
  work: (process: GatewayProcess, id: string, act: A) => Promise<unknown>,
  outside: (world: World, act: A) => void = () => undefined,
): ActionKind<A> {
  return {
    title,
    outside,
    async inside(world, process, act) {
      const id = await idOf(world, 'payment_transaction', act.sale);
      return id === null ? null : () => work(process, id, act);
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
    ({ sale, channel, deed }) => `the payer of ${sale} begins at ${channel}: ${deed}`,
    (process, id, { channel }) => process.get(StartAttemptService).run(id, channel as ChannelId, PAYER),
  ),
  'type a BLIK code': toPayment(
    ({ sale, deed }) => `the payer of ${sale} types a BLIK code: ${deed}`,
    (process, id) => process.get(SubmitBlikCodeService).run(id, '777123', PAYER),
  ),
  'payer acts': {
    title: (act, world) =>
      `at the acquirer ${attemptOf(world, act)?.name ?? act.sale} is ${act.deed}${act.otherSum ? ', with another sum' : ''}`,
    outside(world, act) {
      const attempt = attemptOf(world, act);
      if (!attempt || attempt.deed === 'unseen' || isNothingToPay(attempt)) return;
      const { asked } = attempt;
      world.does(attempt, act.deed, act.otherSum ? other(asked, world.dice('other sum', attempt.name).chance(0.4)) : asked);
    },
  },
  'acquirer reports': {
    title: (act, world) =>
      `the acquirer ${act.hint ? 'hints at' : 'reports of'} ${attemptOf(world, act)?.name ?? act.sale}: ${act.says}${act.again ? ', again' : ''}`,
    inside(world, process, act) {
      const attempt = attemptOf(world, act);
      return attempt && attemptCallback(world, process, attempt, act);
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
      const under = model.online(sale)?.attempts.map((attempt) => attempt.under) ?? [];
      if (!release) for (const mandate of [...under, model.blik.mandateOf(sale)]) mandate?.wishes.add('antifraud');
    },
  ),
};

/** An attempt that only asks for a mandate takes no money. */
const isNothingToPay = ({ asked }: AcquirerAttempt): boolean => asked.amount === 0;

/** @returns null when there is nothing to report. */
export function attemptCallback(
  world: World,
  process: GatewayProcess,
  attempt: AcquirerAttempt,
  { says, hint, again }: Pick<ActionOf<'acquirer reports'>, 'says' | 'hint' | 'again'>,
): (() => Promise<unknown>) | null {
  if (attempt.deed === 'unseen' || isNothingToPay(attempt)) return null;
  if (says === 'another sum' && !attempt.taken) return null;
  const result =
    says === 'another sum' ? misled(world, attempt) : says === 'the truth' ? resultOf(attempt, true) : attemptResult({ outcome: says });
  const about = { providerRef: result.providerRef, reference: attempt.reference };
  const answer = { status: 200, contentType: 'text/plain', body: 'OK' };
  const eventId = again ? `${attempt.name}-${result.outcome}` : `${attempt.name}-${world.step.index}`;
  const report: ParsedCallback = hint
    ? { verdict: 'hint', about: [about], answer }
    : { verdict: 'verified', events: [{ kind: 'attempt', ...about, eventId, result }], answer };
  if (!hint) attempt.said.add(result.outcome);
  const body = Buffer.from(JSON.stringify(report));
  const account = attempt.test ? 'tryout' : 'acquirer';
  const head = { headers: {}, query: {}, address: '192.0.2.1' };
  const before = attempt.state;
  const { money, outcome } = result;
  const sum = money && { amount: money.amountMinor, currency: money.currency };
  if (!hint && money) attempt.misleads = says === 'another sum';
  return repeatUntilAnswered(attempt, async () => {
    await process.get(HandleAcquirerCallbackService).run(account, head, () => Promise.resolve(body));
    if (!hint) world.model.heard.push({ of: 'payment', attempt, before, outcome, sum });
  });
}

/** It took money, and reports an amount that was neither taken nor asked for. */
function misled(world: World, attempt: AcquirerAttempt): AttemptResult {
  const { asked, name } = attempt;
  const lie = { ...other(asked, world.dice('another sum', name).chance(0.4)), amount: asked.amount + 2 * OTHER_SUM };
  attempt.lies.push(lie);
  return attemptResult({ outcome: 'paid', money: { amountMinor: lie.amount, currency: lie.currency } });
}
