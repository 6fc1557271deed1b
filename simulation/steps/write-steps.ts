import { SeededRandom } from '../random/seeded-random.js';
import { CONCURRENT_KINDS, concurrentAction, type EarlierSales } from './concurrent-action.js';
import { staffDecision, repeatCommand, settleAgain } from './lifecycles/staff-decisions.js';
import { mandateLifecycle, newMandate } from './lifecycles/mandate-lifecycle.js';
import { chargeLifecycle } from './lifecycles/charge-lifecycle.js';
import { codeLifecycle } from './lifecycles/code-lifecycle.js';
import { onlineLifecycle } from './lifecycles/online-lifecycle.js';
import { messageLifecycle } from './lifecycles/message-lifecycle.js';
import { directBillingLifecycle } from './lifecycles/direct-billing-lifecycle.js';
import {
  COMMIT_FAULTS,
  type Action,
  BLIK_PROVIDERS,
  BLIK_TASKS,
  type CallOutcome,
  saleName,
  PROVIDERS,
  type Step,
  TASKS,
} from '../actions/step.js';

/** Two partners with a service of each of the five kinds. */
const SERVICES = 10;
/** Indexes of the partners' services for online payments. Their endpoints are notified of aliases and subscriptions. */
const ONLINE_SERVICES = [1, 6];
const DAY_MINUTES = 24 * 60;
/** A repeated task is chosen more often. */
const MANDATE_TASKS = [
  ...BLIK_TASKS,
  ...BLIK_TASKS,
  'poll acquirer',
  'poll acquirer',
  'expire payments',
  'poll refunds at acquirer',
  'compact counters',
] as const;

/**
 * What most steps of an episode are about. Episodes of the kind `mandates` have a few other sales as well. Episodes of the kind `sales`
 * have no subscriptions and no payments whose BLIK code the partner sends (`sell for a code`).
 */
export type EpisodeKind = 'sales' | 'mandates';
/**
 * Weights of new actions. `due` is a scheduled task, `response` the arrival of a delayed response, `clock` a refresh of the business time,
 * `terms` a change of a commission.
 */
const SALES_WEIGHTS = {
  phone: 9,
  online: 10,
  message: 5,
  due: 26,
  deliver: 18,
  response: 8,
  time: 6,
  clock: 2,
  terms: 2,
  staff: 5,
  rates: 1.5,
  kill: 0.6,
  mandate: 0,
  code: 0,
};
const WEIGHTS: Record<EpisodeKind, typeof SALES_WEIGHTS> = {
  sales: SALES_WEIGHTS,
  mandates: {
    ...SALES_WEIGHTS,
    phone: 0.7,
    online: 1.2,
    message: 0.5,
    due: 20,
    deliver: 12,
    staff: 2,
    rates: 0.5,
    terms: 1,
    mandate: 6,
    code: 4,
  },
};
/** A concurrent action is chosen from this many recent sales. */
const MAX_RECENT_SALES = 12;
/** A later payment may use the alias of one of this many recent payments by code. */
const MAX_CODE_PAYMENTS = 6;
/** Largest distance between two consecutive steps of one sale. Most distances are at most 5. */
const MAX_DISTANCE = 30;

/** Weights of the outcome of a step's first call. Only steps of `CAN_BE_DELAYED` may have a delayed response. */
const CALL_OUTCOMES = {
  answered: 74,
  'response lost': 6,
  'request lost': 5,
  'not sent': 3,
  'dies before': 1,
  'dies after': 2,
  delayed: 9,
} satisfies Record<CallOutcome, number>;

/** Writes the steps of an episode. The same seed gives the same steps. Steps do not depend on results, so any step can be left out. */
export function writeSteps(seed: string, count: number, episodeKind: EpisodeKind = 'sales'): Step[] {
  const random = new SeededRandom(seed, 'steps');
  const planned: { fromIndex: number; action: Action }[] = [];
  const recentSales: string[] = [];
  const earlier: EarlierPayments = { codePayments: [], subscriptionPayments: new Map() };
  return Array.from({ length: count }, (_, index) => {
    const plannedIndex = planned.findIndex(({ fromIndex }) => fromIndex <= index);
    const action = plannedIndex >= 0 && random.chance(0.88) ? planned.splice(plannedIndex, 1)[0]?.action : undefined;
    const step = makeStep(random, index, action ?? newAction(random, index, episodeKind), {
      recentSales,
      subscriptionPayments: earlier.subscriptionPayments,
    });
    const name = saleName(step);
    // While the endpoint delays its response, another delivery to the same endpoint begins, possibly in the other process.
    if (step.action.kind === 'deliver' && step.firstCallOutcome === 'delayed')
      planned.unshift({ fromIndex: index, action: { ...step.action, response: 'OK' } });
    if (name !== null) {
      recentSales.unshift(name);
      recentSales.splice(MAX_RECENT_SALES);
      let fromIndex = index;
      for (const [position, nextAction] of (
        LIFECYCLES[step.action.kind]?.(random, index, step.action, earlier.codePayments) ?? []
      ).entries()) {
        fromIndex += 1 + random.integer(random.chance(0.8) ? 5 : MAX_DISTANCE);
        // An action with the index -1 comes before all actions that were planned earlier.
        planned.push({ fromIndex: position === 0 && FOLLOWS_IMMEDIATELY.includes(nextAction.kind) ? -1 : fromIndex, action: nextAction });
      }
      planned.sort((a, b) => a.fromIndex - b.fromIndex);
      recordPayment(earlier, name, step.action);
    }
    return step;
  });
}

/** Kinds of first actions that follow the sale immediately, because the partner created the payment for this action. */
const FOLLOWS_IMMEDIATELY: readonly Action['kind'][] = ['accept subscription', 'charge', 'pay by code', 'pay by alias'];

/** Names of payments that later steps refer to. */
interface EarlierPayments {
  /** Payments by code, which may have registered an alias; newest first. */
  codePayments: string[];
  /** Payments under a subscription, by the payment that set it up; newest first. */
  subscriptionPayments: Map<string, string[]>;
}

function recordPayment({ codePayments, subscriptionPayments }: EarlierPayments, name: string, action: Action): void {
  if (action.kind === 'sell for a code') codePayments.unshift(name);
  codePayments.splice(MAX_CODE_PAYMENTS);
  if (action.kind === 'sell under a subscription')
    subscriptionPayments.set(action.originSale, [name, ...(subscriptionPayments.get(action.originSale) ?? [])]);
}

const LIFECYCLES: Partial<
  Record<Action['kind'], (random: SeededRandom, index: number, action: Action, codePayments: readonly string[]) => Action[]>
> = {
  'sell for a code': codeLifecycle,
  'sell a subscription': mandateLifecycle,
  'sell under a subscription': chargeLifecycle,
  'sell by phone': directBillingLifecycle,
  'sell online': onlineLifecycle,
  'send message': messageLifecycle,
  'pay out': repeatCommand('o'),
  adjust: repeatCommand('j'),
  settle: settleAgain,
};

/** Returns a new sale, or an action that belongs to no sale. */
function newAction(random: SeededRandom, index: number, episodeKind: EpisodeKind): Action {
  const isSales = episodeKind === 'sales';
  switch (random.pickWeighted(WEIGHTS[episodeKind])) {
    case 'phone':
      return {
        kind: 'sell by phone',
        serviceIndex: random.integer(2),
        amountType: random.pick(['gross', 'net', 'required']),
        amount: 100 + random.integer(5000),
      };
    case 'online':
      return {
        kind: 'sell online',
        serviceIndex: random.integer(2),
        amount: 100 + random.integer(50_000),
        currency: random.pick(['PLN', 'EUR', 'USD']),
        payerIndex: random.integer(3),
      };
    case 'message':
      return { kind: 'send message', serviceIndex: random.integer(6), shortNumber: random.pick([7055, 7255, 7636, 92555]) };
    case 'due':
      return { kind: 'scheduled task', task: random.pick(isSales ? TASKS : MANDATE_TASKS) };
    case 'deliver':
      return {
        kind: 'deliver',
        serviceIndex: isSales ? random.integer(SERVICES) : random.pick(ONLINE_SERVICES),
        response: random.pick(['OK', 'OK', 'OK', 'OK', '500', 'timeout', '410']),
      };
    case 'response':
      return { kind: 'response arrives', callIndex: random.integer(100) };
    case 'time':
      // Seldom longer than the life of a sale by phone (30 minutes) or of a payment (60 minutes), or than most waits between polls.
      return {
        kind: 'time passes',
        minutes: random.chance(0.92) ? random.pick([1, 1, 2, 2, 3, 5, 8]) : random.pick(isSales ? [31, 65, 300] : [31, 65, DAY_MINUTES]),
      };
    case 'clock':
      return { kind: 'refresh business time' };
    case 'terms':
      return { kind: 'commission changes', serviceIndex: random.integer(SERVICES), commissionBp: 100 + 50 * random.integer(60) };
    case 'staff':
      return staffDecision(random, isSales ? PROVIDERS : [...PROVIDERS, ...BLIK_PROVIDERS, ...BLIK_PROVIDERS]);
    case 'rates':
      return { kind: 'rates change', currency: random.pick(['EUR', 'USD'] as const), permille: 750 + random.integer(500) };
    case 'mandate':
      return newMandate(random);
    case 'code':
      return {
        kind: 'sell for a code',
        serviceIndex: random.integer(2),
        amount: 100 + random.integer(20_000),
        payerIndex: random.pick([0, 0, 1, 2]),
      };
    case 'kill':
      return index === 0 ? { kind: 'refresh business time' } : { kind: 'process is killed' };
  }
}

/** Completes an action to a step: the process that performs the action, the delay, and faults or a concurrent action. */
function makeStep(random: SeededRandom, index: number, action: Action, earlierSales: EarlierSales): Step {
  const process = random.chance(0.6) ? 0 : 1;
  const delayMs = 1_000 + random.integer(random.chance(0.9) ? 2_000 : 40_000);
  const disturbance = random.pickWeighted({ none: 80, fault: 2.5, concurrent: isExpiry(action) ? 60 : 7 });
  const commitFault =
    disturbance === 'fault' && !NEVER_FAILING.includes(action.kind)
      ? { commitNumber: 1 + random.integer(2), fault: random.pick(COMMIT_FAULTS) }
      : null;
  const concurrent =
    disturbance === 'concurrent' && CONCURRENT_KINDS.includes(action.kind)
      ? { action: concurrentAction(random, action, earlierSales), fromStatement: 1 + random.integer(14) }
      : null;
  const firstCallOutcome = concurrent ? 'answered' : random.pickWeighted(CALL_OUTCOMES);
  return {
    index,
    action,
    process,
    delayMs,
    firstCallOutcome: firstCallOutcome === 'delayed' && !CAN_BE_DELAYED.includes(action.kind) ? 'answered' : firstCallOutcome,
    commitFault,
    concurrent,
  };
}

/** Kinds of actions without a commit fault: the model changes before the gateway, so the gateway must store the change. */
const NEVER_FAILING: readonly Action['kind'][] = ['commission changes', 'rates change'];

const isExpiry = (action: Action): boolean => action.kind === 'scheduled task' && action.task.startsWith('expire');

/** Kinds of actions that make one call at a time, so that the process has no other work in progress while the response is delayed. */
const CAN_BE_DELAYED: readonly Action['kind'][] = [
  'request a code',
  'enter the code',
  'start attempt',
  'enter a BLIK code',
  'send message',
  'payer returns',
  'deliver',
  'accept subscription',
  'charge',
  'payer confirms',
];
