import type { Dice } from '../chance/dice.js';
import { type Act, nameOfSale, TASKS } from './step.js';

/** What another process may do something beside. */
export const CAN_BE_BESIDE: readonly Act['kind'][] = [
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
  'acquirer takes back',
  'pay out',
  'adjust',
  'settle',
  'staff repeat',
  'check the code',
  'due work',
];

/** What could meet it: the same again, or the gateway's own work on the same rows. */
export function companion(dice: Dice, act: Act, recent: readonly string[]): Act {
  if (dice.chance('sale' in act ? 0.4 : 0.15) || nameOfSale({ act, index: 0 }) !== null) return act;
  const sale = 'sale' in act ? act.sale : recent.length > 0 ? dice.of(recent) : null;
  if (sale === null) return { kind: 'due work', task: dice.of(TASKS) };
  if (sale.startsWith('d'))
    return dice.of<Act>([
      { kind: 'operator reports', sale, charge: 0, says: 'the truth', stranger: false, again: true },
      { kind: 'type the code', sale, deed: 'booked' },
      { kind: 'due work', task: 'expire phone sales' },
      { kind: 'ask for a code', sale, operator: 'plus', answer: 'sent' },
    ]);
  if (sale.startsWith('p'))
    return dice.of<Act>([
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
