import type { MandateBankState, EndedBy } from '../../model/mandate.js';
import type { SeededRandom } from '../../random/seeded-random.js';
import type { RequestedTerms } from '../../actions/blik-action.js';
import type { Action } from '../../actions/step.js';

const AT_ONCE = { active: 15, open: 4, refused: 1, unseen: 0, expired: 0, revoked: 0 } satisfies Record<MandateBankState, number>;
const LATER = { active: 7, refused: 1, expired: 1, revoked: 1, open: 0, unseen: 0 } satisfies Record<MandateBankState, number>;
const A_DAY = 24 * 60;

/** So few that two sometimes share one. */
export function newMandate(random: SeededRandom): Action {
  const amount = random.chance(0.4) ? 0 : 100 + random.number(5_000);
  const about = { service: random.number(2), amount, payer: random.of([0, 0, 0, 1]), value: random.number(12) };
  return { kind: 'sell a subscription', ...about, terms: termsOf(random), offered: random.chance(0.3) };
}

function termsOf(random: SeededRandom): RequestedTerms {
  const model = random.of(['A', 'A', 'A', 'A', 'O', 'M', 'M'] as const);
  if (model !== 'A') {
    const everyDays = model === 'M' ? random.of([null, 1]) : null;
    return {
      model,
      limit: null,
      total: null,
      count: null,
      everyDays,
      firstIn: random.of([null, 0, 1]),
      lastIn: random.of([null, 3, 9, 20]),
    };
  }
  const limit = 2 * (100 + random.number(2_000));
  const total = limit * random.of([1, 1, 1.5, 4]);
  const firstIn = random.of([0, 0, 0, 1]);
  return {
    model,
    limit,
    total,
    count: random.of([null, 1, 1, 2]),
    everyDays: random.of([1, 1, 1, 1, 2]),
    firstIn,
    lastIn: firstIn + random.of([4, 9, 30]),
  };
}

/** What the payer, the bank and the partner do about a subscription, roughly in this order. */
export function mandateLifecycle(random: SeededRandom, index: number, action: Action): Action[] {
  if (action.kind !== 'sell a subscription') return [];
  const { terms, service, payer, offered } = action;
  const sale = `p${index}`;
  const ask = (): Action => ({
    kind: 'ask for agreement',
    sale,
    decision: random.weighed(AT_ONCE),
    onPage: offered && random.chance(0.8),
    named: random.chance(0.3),
  });
  const actions: Action[] = [ask()];
  if (random.chance(0.4)) actions.push(ask());
  if (random.chance(0.6)) actions.push({ kind: 'bank decides', sale, mandate: 0, decision: random.weighed(LATER), by: 'payer' });
  for (let words = random.of([0, 1, 1, 2]); words > 0; words -= 1) actions.push(report(random, sale));
  for (let charges = random.of([3, 4, 5, 6]); charges > 0; charges -= 1) {
    actions.push({
      kind: 'sell under a subscription',
      of: sale,
      service,
      amount: amountOf(random, terms),
      payer: random.chance(0.8) ? payer : random.number(3),
    });
    if (random.chance(terms.model === 'A' ? 0.5 : 0.05)) actions.push(...daysPass(A_DAY));
  }
  if (random.chance(0.5)) actions.push(...ending(random, sale));
  if (random.chance(0.3)) actions.push({ kind: 'sell under a subscription', of: sale, service, amount: amountOf(random, terms), payer });
  return actions;
}

function report(random: SeededRandom, sale: string): Action {
  return {
    kind: 'bank reports',
    sale,
    mandate: random.of([0, 0, 0, 1]),
    says: random.weighed({ 'the truth': 12, active: 1, failed: 1, revoked: 1 }),
    hint: random.chance(0.2),
    again: random.chance(0.4),
  };
}

/** The amount agreed to, a part of it, or more. */
function amountOf(random: SeededRandom, { limit }: RequestedTerms): number {
  if (limit === null) return random.chance(0.05) ? 200_001 : 100 + random.number(9_000);
  return random.chance(0.05) ? limit + 1 : random.of([limit, limit / 2]);
}

function ending(random: SeededRandom, sale: string): Action[] {
  const by = random.of(['partner', 'staff', 'antifraud', 'payer', 'payer', 'scheme', 'time'] as const);
  if (by === 'time') return daysPass(random.of([2, 4]) * A_DAY);
  if (by === 'payer' || by === 'scheme')
    return [
      { kind: 'bank decides', sale, mandate: 0, decision: 'revoked', by },
      { kind: 'bank reports', sale, mandate: 0, says: 'the truth', hint: random.chance(0.2), again: false },
    ];
  return [{ kind: 'end a subscription', sale, by: by satisfies EndedBy }];
}

const daysPass = (minutes: number): Action[] => [
  { kind: 'time passes', minutes },
  { kind: 'due work', task: 'expire subscriptions' },
];
