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
  type CallFate,
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
export type Mixture = 'sales' | 'mandates';
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
const MIXTURES: Record<Mixture, typeof SALES> = {
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
  CallFate,
  number
>;

/**
 * Writes the steps of an episode. The same seed gives the same steps. They do not depend on results, so that any of them can be left out.
 */
export function writeSteps(seed: string, many: number, mixture: Mixture = 'sales'): Step[] {
  const dice = new SeededRandom(seed, 'steps');
  const planned: { at: number; act: Action }[] = [];
  const recent: string[] = [];
  const made: Made = { codes: [], under: new Map() };
  return Array.from({ length: many }, (_, index) => {
    const due = planned.findIndex(({ at }) => at <= index);
    const act = due >= 0 && dice.chance(0.88) ? planned.splice(due, 1)[0]?.act : undefined;
    const step = dressed(dice, index, act ?? newAct(dice, index, mixture), { recent, under: made.under });
    const name = saleName(step);
    // Another worker looks for deliveries while the endpoint delays its answer.
    if (step.act.kind === 'deliver' && step.fate === 'waits') planned.unshift({ at: index, act: { ...step.act, answer: 'OK' } });
    if (name !== null) {
      recent.unshift(name);
      recent.splice(RECENT);
      let at = index;
      for (const [place, next] of (LIVES[step.act.kind]?.(dice, index, step.act, made.codes) ?? []).entries()) {
        at += 1 + dice.number(dice.chance(0.8) ? 5 : REACH);
        planned.push({ at: place === 0 && AT_ONCE.includes(next.kind) ? -1 : at, act: next });
      }
      planned.sort((a, b) => a.at - b.at);
      note(made, name, step.act);
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

function note({ codes, under }: Made, name: string, act: Action): void {
  if (act.kind === 'sell for a code') codes.unshift(name);
  codes.splice(RECENT_CODES);
  if (act.kind === 'sell under a subscription') under.set(act.of, [name, ...(under.get(act.of) ?? [])]);
}

const LIVES: Partial<Record<Action['kind'], (dice: SeededRandom, index: number, act: Action, codes: readonly string[]) => Action[]>> = {
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

function newAct(dice: SeededRandom, index: number, mixture: Mixture): Action {
  const isSales = mixture === 'sales';
  const chosen = dice.weighed(MIXTURES[mixture]);
  switch (chosen) {
    case 'phone':
      return {
        kind: 'sell by phone',
        service: dice.number(2),
        type: dice.of(['gross', 'net', 'required']),
        amount: 100 + dice.number(5000),
      };
    case 'online':
      return {
        kind: 'sell online',
        service: dice.number(2),
        amount: 100 + dice.number(50_000),
        currency: dice.of(['PLN', 'EUR', 'USD']),
        payer: dice.number(3),
      };
    case 'message':
      return { kind: 'message', service: dice.number(6), number: dice.of([7055, 7255, 7636, 92555]) };
    case 'due':
      return { kind: 'due work', task: dice.of(isSales ? TASKS : TASKS_OF_MANDATES) };
    case 'deliver':
      return {
        kind: 'deliver',
        service: isSales ? dice.number(SERVICES) : dice.of(ONLINE_SERVICES),
        answer: dice.of(['OK', 'OK', 'OK', 'OK', '500', 'nothing', '410']),
      };
    case 'answer':
      return { kind: 'answer comes', place: dice.number(100) };
    case 'time':
      return {
        kind: 'time passes',
        minutes: dice.chance(0.92) ? dice.of([1, 1, 2, 2, 3, 5, 8]) : dice.of(isSales ? [31, 65, 300] : [31, 65, A_DAY_MINUTES]),
      };
    case 'clock':
      return { kind: 'look at the clock' };
    case 'terms':
      return { kind: 'terms change', service: dice.number(SERVICES), share: 100 + 50 * dice.number(60) };
    case 'staff':
      return decision(dice, isSales ? PROVIDERS : [...PROVIDERS, ...BLIK_PROVIDERS, ...BLIK_PROVIDERS]);
    case 'rates':
      return { kind: 'rates change', currency: dice.of(['EUR', 'USD'] as const), permille: 750 + dice.number(500) };
    case 'mandate':
      return newMandate(dice);
    case 'code':
      return { kind: 'sell for a code', service: dice.number(2), amount: 100 + dice.number(20_000), payer: dice.of([0, 0, 1, 2]) };
    case 'kill':
      return index === 0 ? { kind: 'look at the clock' } : { kind: 'process is killed' };
  }
}

/** The process that does it, and what goes wrong. */
function dressed(dice: SeededRandom, index: number, act: Action, others: OtherActions): Step {
  const process = dice.chance(0.6) ? 0 : 1;
  const afterMs = 1_000 + dice.number(dice.chance(0.9) ? 2_000 : 40_000);
  const wrong = dice.weighed({ nothing: 80, fault: 2.5, beside: isExpiry(act) ? 60 : 7 });
  const fault = wrong === 'fault' && !IS_KNOWN.includes(act.kind) ? { commit: 1 + dice.number(2), how: dice.of(COMMIT_FAULTS) } : null;
  const beside =
    wrong === 'beside' && CONCURRENT_KINDS.includes(act.kind)
      ? { act: concurrentAction(dice, act, others), from: 1 + dice.number(14) }
      : null;
  const fate = beside ? 'answered' : dice.weighed(FATES);
  return { index, act, process, afterMs, fate: WAITS.includes(act.kind) || fate !== 'waits' ? fate : 'answered', fault, beside };
}

/** Steps that never fail, because all parties must know what was agreed on. */
const IS_KNOWN: readonly Action['kind'][] = ['terms change', 'rates change'];

const isExpiry = (act: Action): boolean => act.kind === 'due work' && act.task.startsWith('expire');

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
