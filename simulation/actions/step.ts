import type { AmountType } from '../model/amounts.js';
import type { AttemptAcquirerState } from '../model/online-payment.js';
import type { ChargeOperatorState } from '../model/direct-billing-sale.js';
import type { RefundAcquirerState } from '../model/refund.js';
import type { BlikAction } from './blik-action.js';

/** The gateway's scheduled work. */
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
/** The scheduled work on aliases and subscriptions. */
export const BLIK_TASKS = ['ask about aliases', 'expire aliases', 'ask about subscriptions', 'expire subscriptions'] as const;
export const ALL_TASKS = [...TASKS, ...BLIK_TASKS] as const;
export type Task = (typeof ALL_TASKS)[number];

/** The parties that collect money for the gateway. */
export const PROVIDERS = ['orange', 'play', 'plus', 't-mobile', 'blik', 'mbank', 'card', 'paypal', 'paysafecash', 'skrill', 'sms'];
export const BLIK_PROVIDERS = ['blik-level0', 'blik-recurrent'];

/** How a partner's endpoint answers. */
export type EndpointResponse = 'OK' | '500' | 'nothing' | '410';

/**
 * One action. `sale` names a sale that an earlier step made, or a decision of staff. `charge` and `attempt` count back from the last one.
 */
export type Action =
  | BlikAction
  | { kind: 'sell by phone'; service: number; type: AmountType; amount: number }
  | { kind: 'ask for a code'; sale: string; operator: string; answer: 'sent' | 'refused' | 'unavailable' }
  | { kind: 'type the code'; sale: string; decision: ChargeOperatorState }
  | { kind: 'choose another number'; sale: string }
  | { kind: 'ask for more time'; sale: string }
  | { kind: 'operator decides'; sale: string; charge: number; decision: ChargeOperatorState }
  | { kind: 'operator reports'; sale: string; charge: number; says: 'the truth' | 'refused'; stranger: boolean; again: boolean }
  | { kind: 'sell online'; service: number; amount: number; currency: string; payer: number }
  | { kind: 'begin'; sale: string; channel: string; decision: AttemptAcquirerState }
  | { kind: 'type a BLIK code'; sale: string; decision: 'open' | 'taken' | 'failed' }
  | { kind: 'payer acts'; sale: string; attempt: number; decision: AttemptAcquirerState; otherSum: boolean }
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
  | { kind: 'acquirer decides on a refund'; sale: string; refund: number; decision: RefundAcquirerState }
  | { kind: 'acquirer reports a refund'; sale: string; refund: number; again: boolean }
  | { kind: 'acquirer decides on a return'; sale: string; decision: 'given' | 'taken back' }
  | { kind: 'acquirer reports a return'; sale: string; says: 'the truth' | 'another sum' | 'rejected'; again: boolean }
  | { kind: 'judge'; sale: string; release: boolean }
  | { kind: 'acquirer takes back'; sale: string; attempt: number; percent: number; otherCurrency: boolean; again: boolean }
  | { kind: 'pay out'; shop: number; test: boolean; percent: number }
  | { kind: 'adjust'; shop: number; test: boolean; correction: number; amount: number }
  | { kind: 'settle'; provider: string; batch: number }
  | { kind: 'staff repeat'; sale: string }
  | { kind: 'rates change'; currency: 'EUR' | 'USD'; permille: number }
  | { kind: 'message'; service: number; number: number }
  | { kind: 'message again'; sale: string }
  | { kind: 'check the code'; sale: string }
  | { kind: 'due work'; task: Task }
  | { kind: 'everything that is due' }
  | { kind: 'deliver'; service: number; answer: EndpointResponse }
  | { kind: 'answer comes'; place: number }
  | { kind: 'time passes'; minutes: number }
  | { kind: 'look at the clock' }
  | { kind: 'terms change'; service: number; share: number }
  | { kind: 'process is killed' };

/** A failure at a commit: the process dies, or only its connection breaks, before or after the database has committed. */
export const COMMIT_FAULTS = ['dies before', 'dies after', 'breaks before', 'breaks after'] as const;
export type CommitFault = (typeof COMMIT_FAULTS)[number];

/**
 * What happens to the step's first call to an outside party. `silence`: it arrived, and its answer was lost. `lost`: it did not arrive,
 * and the caller cannot know that. `waits`: it arrived, and the answer comes in a later step. A process that dies has sent the call, or
 * has not.
 */
export type CallOutcome = 'answered' | 'silence' | 'lost' | 'not sent' | 'dies before' | 'dies after' | 'waits';

export interface Step {
  /** Its place in the episode, which a replay uses as its name. */
  index: number;
  action: Action;
  /** Which of the two processes does it. */
  process: 0 | 1;
  /** How much time passes before it. */
  afterMs: number;
  callOutcome: CallOutcome;
  /** Which of its commits fails, from 1. */
  commitFault: { commit: number; how: CommitFault } | null;
  /** What the other process does meanwhile. It starts when this process reaches the statement with this number. */
  concurrent: { action: Action; from: number } | null;
}

const LETTERS: Partial<Record<Action['kind'], string>> = {
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

/** Name of the sale that it makes, or of what staff decide on. @returns null when the step makes neither. */
export function saleName({ action, index }: Pick<Step, 'action' | 'index'>): string | null {
  const letter = LETTERS[action.kind];
  return letter === undefined ? null : `${letter}${index}`;
}
