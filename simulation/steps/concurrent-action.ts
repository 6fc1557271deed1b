import type { SeededRandom } from '../random/seeded-random.js';
import { type Action, saleName, TASKS } from '../actions/step.js';

/** Steps that a second process may do something during. */
export const CONCURRENT_KINDS: readonly Action['kind'][] = [
  'type the code',
  'operator reports',
  'begin',
  'type a BLIK code',
  'acquirer reports',
  'come back',
  'leave',
  'cancel',
  'judge',
  'refund',
  'acquirer reports a refund',
  'acquirer reports a return',
  'acquirer takes back',
  'pay out',
  'adjust',
  'settle',
  'staff repeat',
  'check the code',
  'due work',
  'pay by code',
  'pay by alias',
  'app reports',
  'partner unregisters',
  'ask for agreement',
  'bank reports',
  'end a subscription',
  'charge',
  'payer confirms',
];

/** The steps that exist. */
export interface OtherActions {
  recent: readonly string[];
  /** What was sold under a subscription, by its first payment. */
  under: ReadonlyMap<string, readonly string[]>;
}

/** Work that could interfere: the same step again, or the gateway's own work on the same rows. */
export function concurrentAction(random: SeededRandom, action: Action, { recent, under }: OtherActions): Action {
  const agreed = companionOfMandate(random, action, under);
  if (agreed) return agreed;
  if (random.chance('sale' in action ? 0.4 : 0.15) || saleName({ action, index: 0 }) !== null) return action;
  const sale = 'sale' in action ? action.sale : recent.length > 0 ? random.of(recent) : null;
  if (sale === null) return { kind: 'due work', task: random.of(TASKS) };
  if (sale.startsWith('d'))
    return random.of<Action>([
      { kind: 'operator reports', sale, charge: 0, says: 'the truth', stranger: false, again: true },
      { kind: 'type the code', sale, decision: 'booked' },
      { kind: 'due work', task: 'expire phone sales' },
      { kind: 'ask for a code', sale, operator: 'plus', answer: 'sent' },
    ]);
  if (sale.startsWith('p'))
    return random.of<Action>([
      { kind: 'acquirer reports', sale, attempt: 0, says: 'the truth', hint: false, again: true },
      { kind: 'acquirer reports', sale, attempt: 1, says: 'the truth', hint: false, again: true },
      { kind: 'begin', sale, channel: 'mbank', decision: 'taken' },
      { kind: 'due work', task: 'expire payments' },
      { kind: 'due work', task: 'refund at acquirer' },
      { kind: 'refund', sale, percent: 60 },
      { kind: 'acquirer takes back', sale, attempt: 0, percent: 60, otherCurrency: false, again: true },
      { kind: 'cancel', sale },
    ]);
  return { kind: sale.startsWith('m') ? 'check the code' : 'staff repeat', sale };
}

/** Interference with an alias or a subscription: another charge, its end, or a report of the bank. */
function companionOfMandate(random: SeededRandom, action: Action, under: OtherActions['under']): Action | null {
  if (action.kind === 'charge' || action.kind === 'payer confirms') {
    const of = action.kind === 'charge' ? action.of : ([...under].find(([, sold]) => sold.includes(action.sale))?.[0] ?? '');
    const rivals = (under.get(of) ?? []).filter((sale) => sale !== action.sale);
    const charge = (sale: string): Action => ({ kind: 'charge', sale, of, decision: 'taken', named: false });
    if (rivals.length > 0 && random.chance(0.5)) return charge(random.of(rivals));
    return random.of<Action>([action, charge(action.sale), { kind: 'cancel', sale: action.sale }, ...endsOf(of)]);
  }
  if (action.kind === 'ask for agreement' || action.kind === 'bank reports' || action.kind === 'end a subscription')
    return random.of<Action>([action, ...endsOf(action.sale), { kind: 'due work', task: 'ask about subscriptions' }]);
  if (
    action.kind === 'pay by code' ||
    action.kind === 'pay by alias' ||
    action.kind === 'app reports' ||
    action.kind === 'partner unregisters'
  ) {
    const of = action.kind === 'pay by alias' ? action.of : action.sale;
    return random.of<Action>([
      action,
      { kind: 'app reports', sale: of, alias: 0, says: 'the truth', hint: false, again: true },
      { kind: 'partner unregisters', sale: of, alias: 0, byValue: false },
      { kind: 'due work', task: 'ask about aliases' },
    ]);
  }
  return null;
}

const endsOf = (sale: string): Action[] => [
  { kind: 'bank reports', sale, mandate: 0, says: 'the truth', hint: false, again: true },
  { kind: 'end a subscription', sale, by: 'partner' },
  { kind: 'due work', task: 'expire subscriptions' },
];
