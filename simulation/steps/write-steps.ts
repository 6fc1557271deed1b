import { SeededRandom } from '../random/seeded-random.js';
import { CONCURRENT_KINDS, concurrentAction, type OtherActions } from './concurrent-action.js';
import { decision, repeated, settledAgain } from './lifecycles/staff-decisions.js';
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

const SERVICES = 10;
/** Endpoints of partners that receive notifications about aliases and subscriptions. */
const ONLINE_SERVICES = [1, 6];
const A_DAY_MINUTES = 24 * 60;
const TASKS_OF_MANDATES = [
  ...BLIK_TASKS,
  ...BLIK_TASKS,
  'ask acquirer',
  'ask acquirer',
  'expire payments',
  'refund at acquirer',
  'fold counters',
] as const;

/** What most steps of an episode are about; each episode has some of the other kinds. */
export type EpisodeKind = 'sales' | 'mandates';
const SALES = {
  phone: 9,
  online: 10,
  message: 5,
  due: 26,
  deliver: 18,
  answer: 8,
  time: 6,
  clock: 2,
  terms: 2,
  staff: 5,
  rates: 1.5,
  kill: 0.6,
  mandate: 0,
  code: 0,
};
const MIXTURES: Record<EpisodeKind, typeof SALES> = {
  sales: SALES,
  mandates: {
    ...SALES,
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
/** Sales that scheduled work may concern. */
const RECENT = 12;
/** Payments whose alias another payment uses. */
const RECENT_CODES = 6;
/** Distance between the steps of one sale. */
const REACH = 30;

/** Calls may fail in every way. That an answer waits for a later step is only for steps about a single sale. */
const FATES = { answered: 74, silence: 6, lost: 5, 'not sent': 3, 'dies before': 1, 'dies after': 2, waits: 9 } satisfies Record<
  CallOutcome,
  number
>;

/**
 * Writes the steps of an episode. The same seed gives the same steps. They do not depend on results, so that any of them can be left out.
 */
export function writeSteps(seed: string, many: number, mixture: EpisodeKind = 'sales'): Step[] {
  const random = new SeededRandom(seed, 'steps');
  const planned: { at: number; action: Action }[] = [];
  const recent: string[] = [];
  const made: Made = { codes: [], under: new Map() };
  return Array.from({ length: many }, (_, index) => {
    const due = planned.findIndex(({ at }) => at <= index);
    const action = due >= 0 && random.chance(0.88) ? planned.splice(due, 1)[0]?.action : undefined;
    const step = dressed(random, index, action ?? newAction(random, index, mixture), { recent, under: made.under });
    const name = saleName(step);
    // Another worker looks for deliveries while the endpoint delays its answer.
    if (step.action.kind === 'deliver' && step.callOutcome === 'waits')
      planned.unshift({ at: index, action: { ...step.action, answer: 'OK' } });
    if (name !== null) {
      recent.unshift(name);
      recent.splice(RECENT);
      let at = index;
      for (const [place, next] of (LIVES[step.action.kind]?.(random, index, step.action, made.codes) ?? []).entries()) {
        at += 1 + random.number(random.chance(0.8) ? 5 : REACH);
        planned.push({ at: place === 0 && AT_ONCE.includes(next.kind) ? -1 : at, action: next });
      }
      planned.sort((a, b) => a.at - b.at);
      note(made, name, step.action);
    }
    return step;
  });
}

/** What a payment was made for follows it at once, before everything planned earlier. */
const AT_ONCE: readonly Action['kind'][] = ['ask for agreement', 'charge', 'pay by code', 'pay by alias'];

/** Payments that later ones refer to: those that registered an alias, and those under one subscription. */
interface Made {
  codes: string[];
  under: Map<string, string[]>;
}

function note({ codes, under }: Made, name: string, action: Action): void {
  if (action.kind === 'sell for a code') codes.unshift(name);
  codes.splice(RECENT_CODES);
  if (action.kind === 'sell under a subscription') under.set(action.of, [name, ...(under.get(action.of) ?? [])]);
}

const LIVES: Partial<Record<Action['kind'], (random: SeededRandom, index: number, action: Action, codes: readonly string[]) => Action[]>> =
  {
    'sell for a code': codeLifecycle,
    'sell a subscription': mandateLifecycle,
    'sell under a subscription': chargeLifecycle,
    'sell by phone': directBillingLifecycle,
    'sell online': onlineLifecycle,
    message: messageLifecycle,
    'pay out': repeated('o'),
    adjust: repeated('j'),
    settle: settledAgain,
  };

function newAction(random: SeededRandom, index: number, mixture: EpisodeKind): Action {
  const isSales = mixture === 'sales';
  const chosen = random.weighed(MIXTURES[mixture]);
  switch (chosen) {
    case 'phone':
      return {
        kind: 'sell by phone',
        service: random.number(2),
        type: random.of(['gross', 'net', 'required']),
        amount: 100 + random.number(5000),
      };
    case 'online':
      return {
        kind: 'sell online',
        service: random.number(2),
        amount: 100 + random.number(50_000),
        currency: random.of(['PLN', 'EUR', 'USD']),
        payer: random.number(3),
      };
    case 'message':
      return { kind: 'message', service: random.number(6), number: random.of([7055, 7255, 7636, 92555]) };
    case 'due':
      return { kind: 'due work', task: random.of(isSales ? TASKS : TASKS_OF_MANDATES) };
    case 'deliver':
      return {
        kind: 'deliver',
        service: isSales ? random.number(SERVICES) : random.of(ONLINE_SERVICES),
        answer: random.of(['OK', 'OK', 'OK', 'OK', '500', 'nothing', '410']),
      };
    case 'answer':
      return { kind: 'answer comes', place: random.number(100) };
    case 'time':
      return {
        kind: 'time passes',
        minutes: random.chance(0.92) ? random.of([1, 1, 2, 2, 3, 5, 8]) : random.of(isSales ? [31, 65, 300] : [31, 65, A_DAY_MINUTES]),
      };
    case 'clock':
      return { kind: 'look at the clock' };
    case 'terms':
      return { kind: 'terms change', service: random.number(SERVICES), share: 100 + 50 * random.number(60) };
    case 'staff':
      return decision(random, isSales ? PROVIDERS : [...PROVIDERS, ...BLIK_PROVIDERS, ...BLIK_PROVIDERS]);
    case 'rates':
      return { kind: 'rates change', currency: random.of(['EUR', 'USD'] as const), permille: 750 + random.number(500) };
    case 'mandate':
      return newMandate(random);
    case 'code':
      return { kind: 'sell for a code', service: random.number(2), amount: 100 + random.number(20_000), payer: random.of([0, 0, 1, 2]) };
    case 'kill':
      return index === 0 ? { kind: 'look at the clock' } : { kind: 'process is killed' };
  }
}

/** The process that does it, and what goes wrong. */
function dressed(random: SeededRandom, index: number, action: Action, others: OtherActions): Step {
  const process = random.chance(0.6) ? 0 : 1;
  const afterMs = 1_000 + random.number(random.chance(0.9) ? 2_000 : 40_000);
  const wrong = random.weighed({ nothing: 80, fault: 2.5, concurrent: isExpiry(action) ? 60 : 7 });
  const commitFault =
    wrong === 'fault' && !IS_KNOWN.includes(action.kind) ? { commit: 1 + random.number(2), how: random.of(COMMIT_FAULTS) } : null;
  const concurrent =
    wrong === 'concurrent' && CONCURRENT_KINDS.includes(action.kind)
      ? { action: concurrentAction(random, action, others), from: 1 + random.number(14) }
      : null;
  const fate = concurrent ? 'answered' : random.weighed(FATES);
  return {
    index,
    action,
    process,
    afterMs,
    callOutcome: WAITS.includes(action.kind) || fate !== 'waits' ? fate : 'answered',
    commitFault,
    concurrent,
  };
}

/** Steps that never fail, because all parties must know what was agreed on. */
const IS_KNOWN: readonly Action['kind'][] = ['terms change', 'rates change'];

const isExpiry = (action: Action): boolean => action.kind === 'due work' && action.task.startsWith('expire');

/** Such a step makes one call at a time, so that nothing else is in progress while it waits. */
const WAITS: readonly Action['kind'][] = [
  'ask for a code',
  'type the code',
  'begin',
  'type a BLIK code',
  'message',
  'come back',
  'deliver',
  'ask for agreement',
  'charge',
  'payer confirms',
];
