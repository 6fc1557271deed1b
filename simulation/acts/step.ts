import type { AmountType } from '../books/amounts.js';
import type { AttemptDeed } from '../books/online-payment.js';
import type { ChargeDeed } from '../books/phone-sale.js';
import type { RefundDeed } from '../books/refund.js';
import type { BlikAct } from './blik-act.js';

/** Names of what the gateway does by itself as time passes. */
export const TASKS = [
  'expire phone sales',
  'ask orange',
  'ask play',
  'ask plus',
  'ask t-mobile',
  'expire payments',
  'ask acquirer',
  'ask tryout',
  'refund at acquirer',
  'refund at tryout',
  'call programs',
  'fold counters',
] as const;
/** What of it is about aliases and subscriptions. */
export const BLIK_TASKS = ['ask about aliases', 'expire aliases', 'ask about subscriptions', 'expire subscriptions'] as const;
export const ALL_TASKS = [...TASKS, ...BLIK_TASKS] as const;
export type Task = (typeof ALL_TASKS)[number];

/** Whoever collects money for the gateway. */
export const PARTIES = ['orange', 'play', 'plus', 't-mobile', 'blik', 'mbank', 'card', 'paypal', 'paysafecash', 'skrill', 'sms'];
export const BLIK_PARTIES = ['blik-level0', 'blik-recurrent'];

/** How a partner's address answers. */
export type Answer = 'OK' | '500' | 'nothing' | '410';

/** One thing that somebody does. `sale` is the name of a sale that an earlier step has made, or of what staff have decided on; `charge` and `attempt` count from the last one. */
export type Act =
  | BlikAct
  | { kind: 'sell by phone'; service: number; type: AmountType; amount: number }
  | { kind: 'ask for a code'; sale: string; operator: string; answer: 'sent' | 'refused' | 'unavailable' }
  | { kind: 'type the code'; sale: string; deed: ChargeDeed }
  | { kind: 'choose another number'; sale: string }
  | { kind: 'ask for more time'; sale: string }
  | { kind: 'operator decides'; sale: string; charge: number; deed: ChargeDeed }
  | { kind: 'operator reports'; sale: string; charge: number; says: 'the truth' | 'refused'; stranger: boolean; again: boolean }
  | { kind: 'sell online'; service: number; amount: number; currency: string; payer: number }
  | { kind: 'begin'; sale: string; channel: string; deed: AttemptDeed }
  | { kind: 'type a BLIK code'; sale: string; deed: 'open' | 'taken' | 'failed' }
  | { kind: 'payer acts'; sale: string; attempt: number; deed: AttemptDeed; otherSum: boolean }
  | {
      kind: 'acquirer reports';
      sale: string;
      attempt: number;
      says: 'the truth' | 'another sum' | 'failed' | 'pending';
      hint: boolean;
      again: boolean;
    }
  | { kind: 'come back'; sale: string }
  | { kind: 'leave'; sale: string }
  | { kind: 'cancel'; sale: string }
  | { kind: 'ask for more time online'; sale: string }
  | { kind: 'refund'; sale: string; percent: number | null }
  | { kind: 'acquirer decides on a refund'; sale: string; refund: number; deed: RefundDeed }
  | { kind: 'acquirer reports a refund'; sale: string; refund: number; again: boolean }
  | { kind: 'acquirer decides on a return'; sale: string; deed: 'given' | 'taken back' }
  | { kind: 'acquirer reports a return'; sale: string; says: 'the truth' | 'another sum' | 'rejected'; again: boolean }
  | { kind: 'judge'; sale: string; release: boolean }
  | { kind: 'acquirer takes back'; sale: string; attempt: number; percent: number; otherCurrency: boolean; again: boolean }
  | { kind: 'pay out'; shop: number; test: boolean; percent: number }
  | { kind: 'adjust'; shop: number; test: boolean; correction: number; amount: number }
  | { kind: 'settle'; party: string; batch: number }
  | { kind: 'staff repeat'; sale: string }
  | { kind: 'rates change'; currency: 'EUR' | 'USD'; permille: number }
  | { kind: 'message'; service: number; number: number }
  | { kind: 'message again'; sale: string }
  | { kind: 'check the code'; sale: string }
  | { kind: 'due work'; task: Task }
  | { kind: 'everything that is due' }
  | { kind: 'deliver'; service: number; answer: Answer }
  | { kind: 'answer comes'; place: number }
  | { kind: 'time passes'; minutes: number }
  | { kind: 'look at the clock' }
  | { kind: 'terms change'; service: number; share: number }
  | { kind: 'process is killed' };

/** What happens at a commit: the process dies, or only its connection breaks; before the database has done it, or after. */
export const COMMIT_FAULTS = ['dies before', 'dies after', 'breaks before', 'breaks after'] as const;
export type CommitFault = (typeof COMMIT_FAULTS)[number];

/**
 * What becomes of the step's first call to somebody outside: `silence`: it arrived, and no answer did; `lost`: it did not arrive and
 * nobody knows; `waits`: it arrived, and the answer comes with a later step. A process that dies has sent it before, or not.
 */
export type Fate = 'answered' | 'silence' | 'lost' | 'not sent' | 'dies before' | 'dies after' | 'waits';

export interface Step {
  /** Its place in the episode, by which a replay names it. */
  index: number;
  act: Act;
  /** Which of the two processes it happens in. */
  process: 0 | 1;
  /** What passes before it. */
  afterMs: number;
  fate: Fate;
  /** At which of its commits, from 1. */
  fault: { commit: number; how: CommitFault } | null;
  /** What the other process does meanwhile: begun when this one has come to its so-manieth statement. */
  beside: { act: Act; from: number } | null;
}

const LETTERS: Partial<Record<Act['kind'], string>> = {
  'sell by phone': 'd',
  'sell online': 'p',
  'sell for a code': 'p',
  'sell a subscription': 'p',
  'sell under a subscription': 'p',
  message: 'm',
  'pay out': 'o',
  adjust: 'j',
  settle: 's',
};

/** Of the sale that it makes, or of what staff decide on. @returns null when the step makes neither. */
export function nameOfSale({ act, index }: Pick<Step, 'act' | 'index'>): string | null {
  const letter = LETTERS[act.kind];
  return letter === undefined ? null : `${letter}${index}`;
}
