import type { MandateBankState, EndedBy } from '../../model/mandate.js';
import type { SeededRandom } from '../../random/seeded-random.js';
import type { RequestedTerms } from '../../actions/blik-action.js';
import type { Action } from '../../actions/step.js';

/** Weights of the bank's immediate response to a request for a mandate. */
const IMMEDIATE_DECISIONS = { active: 15, open: 4, refused: 1, unseen: 0, expired: 0, revoked: 0 } satisfies Record<
  MandateBankState,
  number
>;
/** Weights of what the bank decides later. */
const LATER_DECISIONS = { active: 7, refused: 1, expired: 1, revoked: 1, open: 0, unseen: 0 } satisfies Record<MandateBankState, number>;
const DAY_MINUTES = 24 * 60;

/** Returns the action of a sale with a subscription. There are few alias numbers, so that two subscriptions sometimes share one. */
export function newMandate(random: SeededRandom): Action {
  const amount = random.chance(0.4) ? 0 : 100 + random.integer(5_000);
  const sale = { serviceIndex: random.integer(2), amount, payerIndex: random.pick([0, 0, 0, 1]), aliasNumber: random.integer(12) };
  return { kind: 'sell a subscription', ...sale, terms: newTerms(random), isOfferedOnPage: random.chance(0.3) };
}

function newTerms(random: SeededRandom): RequestedTerms {
  const model = random.pick(['A', 'A', 'A', 'A', 'O', 'M', 'M'] as const);
  if (model !== 'A') {
    const periodDays = model === 'M' ? random.pick([null, 1]) : null;
    return {
      model,
      maxChargeMinor: null,
      maxTotalMinor: null,
      maxCount: null,
      periodDays,
      firstInDays: random.pick([null, 0, 1]),
      lastInDays: random.pick([null, 3, 9, 20]),
    };
  }
  const maxChargeMinor = 2 * (100 + random.integer(2_000)); // even, because `chargeAmount` halves it
  const maxTotalMinor = maxChargeMinor * random.pick([1, 1, 1.5, 4]);
  const firstInDays = random.pick([0, 0, 0, 1]);
  return {
    model,
    maxChargeMinor,
    maxTotalMinor,
    maxCount: random.pick([null, 1, 1, 2]),
    periodDays: random.pick([1, 1, 1, 1, 2]),
    firstInDays,
    lastInDays: firstInDays + random.pick([4, 9, 30]),
  };
}

/** Actions of the payer, the bank and the partner on a subscription, roughly in this order. */
export function mandateLifecycle(random: SeededRandom, index: number, action: Action): Action[] {
  if (action.kind !== 'sell a subscription') return [];
  const { terms, serviceIndex, payerIndex, isOfferedOnPage } = action;
  const sale = `p${index}`;
  const accept = (): Action => ({
    kind: 'accept subscription',
    sale,
    decision: random.pickWeighted(IMMEDIATE_DECISIONS),
    isOnPage: isOfferedOnPage && random.chance(0.8),
    hasIdempotencyKey: random.chance(0.3),
  });
  const actions: Action[] = [accept()];
  if (random.chance(0.4)) actions.push(accept());
  if (random.chance(0.6))
    actions.push({ kind: 'bank decides', sale, mandate: 0, decision: random.pickWeighted(LATER_DECISIONS), by: 'payer' });
  for (let callbacks = random.pick([0, 1, 1, 2]); callbacks > 0; callbacks -= 1) actions.push(callback(random, sale));
  for (let charges = random.pick([3, 4, 5, 6]); charges > 0; charges -= 1) {
    actions.push({
      kind: 'sell under a subscription',
      originSale: sale,
      serviceIndex,
      amount: chargeAmount(random, terms),
      payerIndex: random.chance(0.8) ? payerIndex : random.integer(3),
    });
    if (random.chance(terms.model === 'A' ? 0.5 : 0.05)) actions.push(...daysPass(1));
  }
  if (random.chance(0.5)) actions.push(...endActions(random, sale));
  if (random.chance(0.3))
    actions.push({ kind: 'sell under a subscription', originSale: sale, serviceIndex, amount: chargeAmount(random, terms), payerIndex });
  return actions;
}

function callback(random: SeededRandom, sale: string): Action {
  return {
    kind: 'bank sends callback',
    sale,
    mandate: random.pick([0, 0, 0, 1]), // mostly the last mandate of the payment, sometimes the one before
    reports: random.pickWeighted({ 'the actual state': 12, active: 1, failed: 1, revoked: 1 }),
    isHint: random.chance(0.2),
    isRepeat: random.chance(0.4),
  };
}

/** Returns an amount within the limit of one charge, or rarely one grosz above the limit. */
function chargeAmount(random: SeededRandom, { maxChargeMinor }: RequestedTerms): number {
  // Without a limit in the terms, 200,001 is one grosz above the scheme's limit for model O.
  if (maxChargeMinor === null) return random.chance(0.05) ? 200_001 : 100 + random.integer(9_000);
  return random.chance(0.05) ? maxChargeMinor + 1 : random.pick([maxChargeMinor, maxChargeMinor / 2]);
}

/** The subscription is ended by the partner, staff, the payer or the scheme, or its time passes. */
function endActions(random: SeededRandom, sale: string): Action[] {
  const by = random.pick(['partner', 'staff', 'antifraud', 'payer', 'payer', 'scheme', 'time'] as const);
  if (by === 'time') return daysPass(random.pick([2, 4]));
  if (by === 'payer' || by === 'scheme')
    return [
      { kind: 'bank decides', sale, mandate: 0, decision: 'revoked', by },
      { kind: 'bank sends callback', sale, mandate: 0, reports: 'the actual state', isHint: random.chance(0.2), isRepeat: false },
    ];
  return [{ kind: 'cancel a subscription', sale, by: by satisfies EndedBy }];
}

const daysPass = (days: number): Action[] => [
  { kind: 'time passes', minutes: days * DAY_MINUTES },
  { kind: 'scheduled task', task: 'expire subscriptions' },
];
