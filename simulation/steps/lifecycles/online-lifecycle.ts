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
export function onlineLifecycle(random: SeededRandom, index: number): Action[] {
  const sale = `p${index}`;
  const actions: Action[] = [];
  if (random.chance(0.2)) actions.push(...paidTwice(sale), ...returns(random, sale));
  else for (let tries = random.of([1, 1, 1, 2, 3]); tries > 0; tries -= 1) actions.push(...oneTry(random, sale));
  if (random.chance(0.15)) actions.push({ kind: random.of(['leave', 'cancel', 'ask for more time online'] as const), sale });
  if (random.chance(0.5)) actions.push({ kind: 'judge', sale, release: random.chance(0.6) });
  if (random.chance(0.3)) actions.push(...returns(random, sale));
  if (random.chance(0.6)) actions.push(...refunds(random, sale));
  if (random.chance(0.6)) actions.push(...chargebacks(random, sale));
  if (random.chance(0.04)) actions.push({ kind: 'time passes', minutes: 75 }, { kind: 'due work', task: 'expire payments' });
  return actions;
}

/** The payer continues with another channel, and the first one takes the money as well. */
function paidTwice(sale: string): Action[] {
  const first = { sale, attempt: 1 };
  return [
    { kind: 'begin', sale, channel: 'mbank', decision: 'open' },
    { kind: 'begin', sale, channel: 'card', decision: 'taken' },
    { kind: 'payer acts', ...first, decision: 'taken', otherSum: false },
    { kind: 'acquirer reports', ...first, says: 'the truth', hint: false, again: false },
  ];
}

/** What the acquirer does and reports about money that belongs to no payment. */
function returns(random: SeededRandom, sale: string): Action[] {
  const actions: Action[] = [{ kind: 'due work', task: random.of(['ask acquirer', 'ask acquirer', 'ask tryout'] as const) }];
  for (let words = random.of([1, 2, 3]); words > 0; words -= 1) {
    if (random.chance(0.6))
      actions.push({ kind: 'acquirer decides on a return', sale, decision: random.of(['given', 'taken back'] as const) });
    const says = random.weighed({ 'the truth': 3, 'another sum': 2, rejected: 1 });
    actions.push({ kind: 'acquirer reports a return', sale, says, again: random.chance(0.4) });
    if (random.chance(0.4)) actions.push({ kind: 'due work', task: 'ask acquirer' });
  }
  return actions;
}

const REFUND_DEEDS = { given: 6, pending: 3, rejected: 2, failed: 1, 'taken back': 2, unseen: 0 } satisfies Record<
  RefundAcquirerState,
  number
>;

export function refunds(random: SeededRandom, sale: string): Action[] {
  const actions: Action[] = [];
  for (let parts = random.of([1, 2, 2, 3]); parts > 0; parts -= 1) {
    actions.push({ kind: 'refund', sale, percent: random.of([null, 20, 33, 50, 100]) });
    if (random.chance(0.8))
      actions.push({ kind: 'due work', task: random.of(['refund at acquirer', 'refund at acquirer', 'refund at tryout'] as const) });
    for (let words = random.of([0, 1, 2]); words > 0; words -= 1) {
      const refund = random.of([0, 0, 1]);
      actions.push({ kind: 'acquirer decides on a refund', sale, refund, decision: random.weighed(REFUND_DEEDS) });
      actions.push({ kind: 'acquirer reports a refund', sale, refund, again: random.chance(0.4) });
    }
  }
  return actions;
}

/** A repeated refund, or several partial ones. After two of them the partner refunds the rest; after three staff pay out. */
export function chargebacks(random: SeededRandom, sale: string): Action[] {
  const disputes = Array.from(
    { length: random.of([2, 3, 4]) },
    () =>
      ({
        kind: 'acquirer takes back',
        sale,
        attempt: random.of([0, 0, 0, 1]),
        percent: random.of([10, 10, 30, 50, 100]),
        otherCurrency: random.chance(0.08),
        again: random.chance(0.4),
      }) satisfies Action,
  );
  if (disputes.length === 2) return [...disputes, { kind: 'refund', sale, percent: null }];
  const payouts = [0, 1].map((shop): Action => ({ kind: 'pay out', shop, test: false, percent: 100 }));
  return disputes.length === 3 ? [...disputes, ...payouts] : disputes;
}

function oneTry(random: SeededRandom, sale: string): Action[] {
  const channel = random.of(CHANNELS);
  const actions: Action[] = [
    { kind: 'begin', sale, channel, decision: channel === 'paypal' && random.chance(0.5) ? 'authorized' : random.weighed(BEGINS) },
  ];
  if (channel === 'blik') actions.push({ kind: 'type a BLIK code', sale, decision: random.of(['open', 'taken', 'failed'] as const) });
  if (random.chance(0.85))
    actions.push({
      kind: 'payer acts',
      sale,
      attempt: random.of([0, 0, 0, 1]),
      decision: random.of<AttemptAcquirerState>(['taken', 'taken', 'taken', 'taken', 'authorized', 'failed', 'canceled']),
      otherSum: random.chance(0.04),
    });
  if (random.chance(0.3)) actions.push({ kind: 'come back', sale });
  for (let times = random.of([1, 1, 2, 3]); times > 0; times -= 1)
    actions.push({
      kind: 'acquirer reports',
      sale,
      attempt: random.of([0, 0, 0, 1]),
      says: random.weighed({ 'the truth': 11, 'another sum': 4, failed: 3, pending: 2 }),
      hint: random.chance(0.15),
      again: random.chance(0.5),
    });
  return actions;
}
