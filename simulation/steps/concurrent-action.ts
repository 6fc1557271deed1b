import type { SeededRandom } from '../random/seeded-random.js';
import { type Action, saleName, TASKS } from '../actions/step.js';

/** Steps that a second process may do something beside. */
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
export function concurrentAction(dice: SeededRandom, act: Action, { recent, under }: OtherActions): Action {
  const agreed = companionOfMandate(dice, act, under);
  if (agreed) return agreed;
  if (dice.chance('sale' in act ? 0.4 : 0.15) || saleName({ act, index: 0 }) !== null) return act;
  const sale = 'sale' in act ? act.sale : recent.length > 0 ? dice.of(recent) : null;
  if (sale === null) return { kind: 'due work', task: dice.of(TASKS) };
  if (sale.startsWith('d'))
    return dice.of<Action>([
      { kind: 'operator reports', sale, charge: 0, says: 'the truth', stranger: false, again: true },
      { kind: 'type the code', sale, deed: 'booked' },
      { kind: 'due work', task: 'expire phone sales' },
      { kind: 'ask for a code', sale, operator: 'plus', answer: 'sent' },
    ]);
  if (sale.startsWith('p'))
    return dice.of<Action>([
      { kind: 'acquirer reports', sale, attempt: 0, says: 'the truth', hint: false, again: true },
      { kind: 'acquirer reports', sale, attempt: 1, says: 'the truth', hint: false, again: true },
      { kind: 'begin', sale, channel: 'mbank', deed: 'taken' },
      { kind: 'due work', task: 'expire payments' },
      { kind: 'due work', task: 'refund at acquirer' },
      { kind: 'refund', sale, percent: 60 },
      { kind: 'acquirer takes back', sale, attempt: 0, percent: 60, otherCurrency: false, again: true },
      { kind: 'cancel', sale },
    ]);
  return { kind: sale.startsWith('m') ? 'check the code' : 'staff repeat', sale };
}

/** Interference with an alias or a subscription: another charge, its end, or a report of the bank. */
function companionOfMandate(dice: SeededRandom, act: Action, under: OtherActions['under']): Action | null {
  if (act.kind === 'charge' || act.kind === 'payer confirms') {
    const of = act.kind === 'charge' ? act.of : ([...under].find(([, sold]) => sold.includes(act.sale))?.[0] ?? '');
    const rivals = (under.get(of) ?? []).filter((sale) => sale !== act.sale);
    const charge = (sale: string): Action => ({ kind: 'charge', sale, of, deed: 'taken', named: false });
    if (rivals.length > 0 && dice.chance(0.5)) return charge(dice.of(rivals));
    return dice.of<Action>([act, charge(act.sale), { kind: 'cancel', sale: act.sale }, ...endsOf(of)]);
  }
  if (act.kind === 'ask for agreement' || act.kind === 'bank reports' || act.kind === 'end a subscription')
    return dice.of<Action>([act, ...endsOf(act.sale), { kind: 'due work', task: 'ask about subscriptions' }]);
  if (act.kind === 'pay by code' || act.kind === 'pay by alias' || act.kind === 'app reports' || act.kind === 'partner unregisters') {
    const of = act.kind === 'pay by alias' ? act.of : act.sale;
    return dice.of<Action>([
      act,
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
