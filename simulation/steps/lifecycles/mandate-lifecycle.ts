import type { MandateBankState, EndedBy } from '../../model/mandate.js';
import type { SeededRandom } from '../../random/seeded-random.js';
import type { RequestedTerms } from '../../actions/blik-action.js';
import type { Action } from '../../actions/step.js';

const AT_ONCE = { active: 15, open: 4, refused: 1, unseen: 0, expired: 0, revoked: 0 } satisfies Record<MandateBankState, number>;
const LATER = { active: 7, refused: 1, expired: 1, revoked: 1, open: 0, unseen: 0 } satisfies Record<MandateBankState, number>;
const A_DAY = 24 * 60;

/** So few that two sometimes share one. */
export function newMandate(dice: SeededRandom): Action {
  const amount = dice.chance(0.4) ? 0 : 100 + dice.number(5_000);
  const about = { service: dice.number(2), amount, payer: dice.of([0, 0, 0, 1]), value: dice.number(12) };
  return { kind: 'sell a subscription', ...about, terms: termsOf(dice), offered: dice.chance(0.3) };
}

function termsOf(dice: SeededRandom): RequestedTerms {
  const model = dice.of(['A', 'A', 'A', 'A', 'O', 'M', 'M'] as const);
  if (model !== 'A') {
    const everyDays = model === 'M' ? dice.of([null, 1]) : null;
    return { model, limit: null, total: null, count: null, everyDays, firstIn: dice.of([null, 0, 1]), lastIn: dice.of([null, 3, 9, 20]) };
  }
  const limit = 2 * (100 + dice.number(2_000));
  const total = limit * dice.of([1, 1, 1.5, 4]);
  const firstIn = dice.of([0, 0, 0, 1]);
  return {
    model,
    limit,
    total,
    count: dice.of([null, 1, 1, 2]),
    everyDays: dice.of([1, 1, 1, 1, 2]),
    firstIn,
    lastIn: firstIn + dice.of([4, 9, 30]),
  };
}

/** What the payer, the bank and the partner do about a subscription, roughly in this order. */
export function mandateLifecycle(dice: SeededRandom, index: number, act: Action): Action[] {
  if (act.kind !== 'sell a subscription') return [];
  const { terms, service, payer, offered } = act;
  const sale = `p${index}`;
  const ask = (): Action => ({
    kind: 'ask for agreement',
    sale,
    deed: dice.weighed(AT_ONCE),
    onPage: offered && dice.chance(0.8),
    named: dice.chance(0.3),
  });
  const acts: Action[] = [ask()];
  if (dice.chance(0.4)) acts.push(ask());
  if (dice.chance(0.6)) acts.push({ kind: 'bank decides', sale, mandate: 0, deed: dice.weighed(LATER), by: 'payer' });
  for (let words = dice.of([0, 1, 1, 2]); words > 0; words -= 1) acts.push(report(dice, sale));
  for (let charges = dice.of([3, 4, 5, 6]); charges > 0; charges -= 1) {
    acts.push({
      kind: 'sell under a subscription',
      of: sale,
      service,
      amount: amountOf(dice, terms),
      payer: dice.chance(0.8) ? payer : dice.number(3),
    });
    if (dice.chance(terms.model === 'A' ? 0.5 : 0.05)) acts.push(...daysPass(A_DAY));
  }
  if (dice.chance(0.5)) acts.push(...ending(dice, sale));
  if (dice.chance(0.3)) acts.push({ kind: 'sell under a subscription', of: sale, service, amount: amountOf(dice, terms), payer });
  return acts;
}

function report(dice: SeededRandom, sale: string): Action {
  return {
    kind: 'bank reports',
    sale,
    mandate: dice.of([0, 0, 0, 1]),
    says: dice.weighed({ 'the truth': 12, active: 1, failed: 1, revoked: 1 }),
    hint: dice.chance(0.2),
    again: dice.chance(0.4),
  };
}

/** The amount agreed to, a part of it, or more. */
function amountOf(dice: SeededRandom, { limit }: RequestedTerms): number {
  if (limit === null) return dice.chance(0.05) ? 200_001 : 100 + dice.number(9_000);
  return dice.chance(0.05) ? limit + 1 : dice.of([limit, limit / 2]);
}

function ending(dice: SeededRandom, sale: string): Action[] {
  const by = dice.of(['partner', 'staff', 'antifraud', 'payer', 'payer', 'scheme', 'time'] as const);
  if (by === 'time') return daysPass(dice.of([2, 4]) * A_DAY);
  if (by === 'payer' || by === 'scheme')
    return [
      { kind: 'bank decides', sale, mandate: 0, deed: 'revoked', by },
      { kind: 'bank reports', sale, mandate: 0, says: 'the truth', hint: dice.chance(0.2), again: false },
    ];
  return [{ kind: 'end a subscription', sale, by: by satisfies EndedBy }];
}

const daysPass = (minutes: number): Action[] => [
  { kind: 'time passes', minutes },
  { kind: 'due work', task: 'expire subscriptions' },
];
