import type { AttemptAcquirerState } from '../../model/online-payment.js';
import type { RefundAcquirerState } from '../../model/refund.js';
import type { SeededRandom } from '../../random/seeded-random.js';
import type { Action } from '../../actions/step.js';

const CHANNELS = ['blik', 'mbank', 'card', 'paypal', 'paysafecash', 'skrill'];
const BEGINS = { open: 6, taken: 5, failed: 1, authorized: 1, unseen: 0, canceled: 0, expired: 0 } satisfies Record<
  AttemptAcquirerState,
  number
>;

/** What the payer and the acquirer do about a payment, roughly in this order. */
export function onlineLifecycle(dice: SeededRandom, index: number): Action[] {
  const sale = `p${index}`;
  const acts: Action[] = [];
  if (dice.chance(0.2)) acts.push(...paidTwice(sale), ...returns(dice, sale));
  else for (let tries = dice.of([1, 1, 1, 2, 3]); tries > 0; tries -= 1) acts.push(...oneTry(dice, sale));
  if (dice.chance(0.15)) acts.push({ kind: dice.of(['leave', 'cancel', 'ask for more time online'] as const), sale });
  if (dice.chance(0.5)) acts.push({ kind: 'judge', sale, release: dice.chance(0.6) });
  if (dice.chance(0.3)) acts.push(...returns(dice, sale));
  if (dice.chance(0.6)) acts.push(...refunds(dice, sale));
  if (dice.chance(0.6)) acts.push(...chargebacks(dice, sale));
  if (dice.chance(0.04)) acts.push({ kind: 'time passes', minutes: 75 }, { kind: 'due work', task: 'expire payments' });
  return acts;
}

/** The payer continues with another channel, and the first one takes the money as well. */
function paidTwice(sale: string): Action[] {
  const first = { sale, attempt: 1 };
  return [
    { kind: 'begin', sale, channel: 'mbank', deed: 'open' },
    { kind: 'begin', sale, channel: 'card', deed: 'taken' },
    { kind: 'payer acts', ...first, deed: 'taken', otherSum: false },
    { kind: 'acquirer reports', ...first, says: 'the truth', hint: false, again: false },
  ];
}

/** What the acquirer does and reports about money that belongs to no payment. */
function returns(dice: SeededRandom, sale: string): Action[] {
  const acts: Action[] = [{ kind: 'due work', task: dice.of(['ask acquirer', 'ask acquirer', 'ask tryout'] as const) }];
  for (let words = dice.of([1, 2, 3]); words > 0; words -= 1) {
    if (dice.chance(0.6)) acts.push({ kind: 'acquirer decides on a return', sale, deed: dice.of(['given', 'taken back'] as const) });
    const says = dice.weighed({ 'the truth': 3, 'another sum': 2, rejected: 1 });
    acts.push({ kind: 'acquirer reports a return', sale, says, again: dice.chance(0.4) });
    if (dice.chance(0.4)) acts.push({ kind: 'due work', task: 'ask acquirer' });
  }
  return acts;
}

const REFUND_DEEDS = { given: 6, pending: 3, rejected: 2, failed: 1, 'taken back': 2, unseen: 0 } satisfies Record<
  RefundAcquirerState,
  number
>;

export function refunds(dice: SeededRandom, sale: string): Action[] {
  const acts: Action[] = [];
  for (let parts = dice.of([1, 2, 2, 3]); parts > 0; parts -= 1) {
    acts.push({ kind: 'refund', sale, percent: dice.of([null, 20, 33, 50, 100]) });
    if (dice.chance(0.8))
      acts.push({ kind: 'due work', task: dice.of(['refund at acquirer', 'refund at acquirer', 'refund at tryout'] as const) });
    for (let words = dice.of([0, 1, 2]); words > 0; words -= 1) {
      const refund = dice.of([0, 0, 1]);
      acts.push({ kind: 'acquirer decides on a refund', sale, refund, deed: dice.weighed(REFUND_DEEDS) });
      acts.push({ kind: 'acquirer reports a refund', sale, refund, again: dice.chance(0.4) });
    }
  }
  return acts;
}

/** A repeated refund, or several partial ones. After two of them the partner refunds the rest; after three staff pay out. */
export function chargebacks(dice: SeededRandom, sale: string): Action[] {
  const disputes = Array.from(
    { length: dice.of([2, 3, 4]) },
    () =>
      ({
        kind: 'acquirer takes back',
        sale,
        attempt: dice.of([0, 0, 0, 1]),
        percent: dice.of([10, 10, 30, 50, 100]),
        otherCurrency: dice.chance(0.08),
        again: dice.chance(0.4),
      }) satisfies Action,
  );
  if (disputes.length === 2) return [...disputes, { kind: 'refund', sale, percent: null }];
  const payouts = [0, 1].map((shop): Action => ({ kind: 'pay out', shop, test: false, percent: 100 }));
  return disputes.length === 3 ? [...disputes, ...payouts] : disputes;
}

function oneTry(dice: SeededRandom, sale: string): Action[] {
  const channel = dice.of(CHANNELS);
  const acts: Action[] = [
    { kind: 'begin', sale, channel, deed: channel === 'paypal' && dice.chance(0.5) ? 'authorized' : dice.weighed(BEGINS) },
  ];
  if (channel === 'blik') acts.push({ kind: 'type a BLIK code', sale, deed: dice.of(['open', 'taken', 'failed'] as const) });
  if (dice.chance(0.85))
    acts.push({
      kind: 'payer acts',
      sale,
      attempt: dice.of([0, 0, 0, 1]),
      deed: dice.of<AttemptAcquirerState>(['taken', 'taken', 'taken', 'taken', 'authorized', 'failed', 'canceled']),
      otherSum: dice.chance(0.04),
    });
  if (dice.chance(0.3)) acts.push({ kind: 'come back', sale });
  for (let times = dice.of([1, 1, 2, 3]); times > 0; times -= 1)
    acts.push({
      kind: 'acquirer reports',
      sale,
      attempt: dice.of([0, 0, 0, 1]),
      says: dice.weighed({ 'the truth': 11, 'another sum': 4, failed: 3, pending: 2 }),
      hint: dice.chance(0.15),
      again: dice.chance(0.5),
    });
  return acts;
}
