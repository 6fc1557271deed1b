import type { SeededRandom } from '../random/seeded-random.js';
import { type Action, saleName, TASKS } from '../actions/step.js';

/** Actions during which the other process may perform an action. */
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

/** An action that could interfere with this one: the same action again, or an action or a scheduled task on the same rows. */
export function concurrentAction(random: SeededRandom, action: Action, { recentSales, subscriptionPayments }: EarlierSales): Action {
  const blikAction = concurrentBlikAction(random, action, subscriptionPayments);
  if (blikAction) return blikAction;
  // An action that creates a sale can only be repeated: no other action can refer to the sale yet.
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
 * An action that could interfere on an alias or a subscription: another charge, its end, or a callback of the bank.
 * @returns null when the action concerns neither.
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
