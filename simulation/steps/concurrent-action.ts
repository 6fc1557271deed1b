import type { SeededRandom } from '../random/seeded-random.js';
import { type Action, saleName, TASKS } from '../actions/step.js';

/**
 * Kinds of actions that may have a concurrent action in the other one of the gateway's two processes (`runConcurrently`). They change
 * rows that another action may change at the same time. Left out are, among others: sales, which no other action knows yet; actions in
 * which the gateway has no work; and changes of the time, the rates or the commissions, which concern both processes.
 */
export const CONCURRENT_KINDS: readonly Action['kind'][] = [
  'enter the code',
  'operator sends callback',
  'start attempt',
  'enter a BLIK code',
  'acquirer sends callback',
  'payer returns',
  'abandon attempt',
  'cancel payment',
  'review',
  'refund',
  'acquirer sends refund callback',
  'acquirer sends reversal callback',
  'acquirer charges back',
  'pay out',
  'adjust',
  'settle',
  'staff repeat',
  'check the code',
  'scheduled task',
  'pay by code',
  'pay by alias',
  'app sends callback',
  'partner unregisters',
  'accept subscription',
  'bank sends callback',
  'cancel a subscription',
  'charge',
  'payer confirms',
];

/** Names of sales that were created by earlier steps. */
export interface EarlierSales {
  recentSales: readonly string[];
  /** Payments under a subscription, by the payment that set it up. */
  subscriptionPayments: ReadonlyMap<string, readonly string[]>;
}

/**
 * Chooses an action that could interfere with the given one: the same action again, or an action or a scheduled task on the same sale. For
 * an action without a sale, such as a scheduled task, a recent sale is chosen.
 */
export function concurrentAction(random: SeededRandom, action: Action, { recentSales, subscriptionPayments }: EarlierSales): Action {
  const blikAction = concurrentBlikAction(random, action, subscriptionPayments);
  if (blikAction) return blikAction;
  // A new payout, adjustment or settlement can only be repeated: no other action can refer to it yet.
  if (random.chance('sale' in action ? 0.4 : 0.15) || saleName({ action, index: 0 }) !== null) return action;
  const sale = 'sale' in action ? action.sale : recentSales.length > 0 ? random.pick(recentSales) : null;
  if (sale === null) return { kind: 'scheduled task', task: random.pick(TASKS) };
  if (sale.startsWith('d'))
    return random.pick<Action>([
      { kind: 'operator sends callback', sale, charge: 0, reports: 'the actual state', fromOtherOperator: false, isRepeat: true },
      { kind: 'enter the code', sale, decision: 'booked' },
      { kind: 'scheduled task', task: 'expire phone sales' },
      { kind: 'request a code', sale, operator: 'plus', response: 'sent' },
    ]);
  if (sale.startsWith('p'))
    return random.pick<Action>([
      { kind: 'acquirer sends callback', sale, attempt: 0, reports: 'the actual state', isHint: false, isRepeat: true },
      { kind: 'acquirer sends callback', sale, attempt: 1, reports: 'the actual state', isHint: false, isRepeat: true },
      { kind: 'start attempt', sale, channel: 'mbank', decision: 'captured' },
      { kind: 'scheduled task', task: 'expire payments' },
      { kind: 'scheduled task', task: 'poll refunds at acquirer' },
      { kind: 'refund', sale, percent: 60 },
      { kind: 'acquirer charges back', sale, attempt: 0, percent: 60, hasOtherCurrency: false, isRepeat: true },
      { kind: 'cancel payment', sale },
    ]);
  return { kind: sale.startsWith('m') ? 'check the code' : 'staff repeat', sale };
}

/**
 * Chooses an action that could interfere with an action on an alias or a subscription: the same action again, another charge, the end of
 * the alias or the subscription, a callback of the bank, or a scheduled task.
 * @returns null when the action concerns neither an alias nor a subscription.
 */
function concurrentBlikAction(
  random: SeededRandom,
  action: Action,
  subscriptionPayments: EarlierSales['subscriptionPayments'],
): Action | null {
  if (action.kind === 'charge' || action.kind === 'payer confirms') {
    const originSale =
      action.kind === 'charge'
        ? action.originSale
        : ([...subscriptionPayments].find(([, payments]) => payments.includes(action.sale))?.[0] ?? '');
    const otherPayments = (subscriptionPayments.get(originSale) ?? []).filter((sale) => sale !== action.sale);
    const charge = (sale: string): Action => ({ kind: 'charge', sale, originSale, decision: 'captured', hasIdempotencyKey: false });
    if (otherPayments.length > 0 && random.chance(0.5)) return charge(random.pick(otherPayments));
    return random.pick<Action>([action, charge(action.sale), { kind: 'cancel payment', sale: action.sale }, ...endActions(originSale)]);
  }
  if (action.kind === 'accept subscription' || action.kind === 'bank sends callback' || action.kind === 'cancel a subscription')
    return random.pick<Action>([action, ...endActions(action.sale), { kind: 'scheduled task', task: 'poll subscriptions' }]);
  if (
    action.kind === 'pay by code' ||
    action.kind === 'pay by alias' ||
    action.kind === 'app sends callback' ||
    action.kind === 'partner unregisters'
  ) {
    const registeringSale = action.kind === 'pay by alias' ? action.originSale : action.sale;
    return random.pick<Action>([
      action,
      { kind: 'app sends callback', sale: registeringSale, alias: 0, reports: 'the actual state', isHint: false, isRepeat: true },
      { kind: 'partner unregisters', sale: registeringSale, alias: 0, byValue: false },
      { kind: 'scheduled task', task: 'poll aliases' },
    ]);
  }
  return null;
}

const endActions = (sale: string): Action[] => [
  { kind: 'bank sends callback', sale, mandate: 0, reports: 'the actual state', isHint: false, isRepeat: true },
  { kind: 'cancel a subscription', sale, by: 'partner' },
  { kind: 'scheduled task', task: 'expire subscriptions' },
];
