import type { AmountType } from '../model/amounts.js';
import type { AttemptAcquirerState } from '../model/online-payment.js';
import type { ChargeOperatorState } from '../model/direct-billing-sale.js';
import type { RefundAcquirerState } from '../model/refund.js';
import type { BlikAction } from './blik-action.js';

/** Scheduled tasks of the gateway. */
export const TASKS = [
  'expire phone sales',
  'poll orange',
  'poll play',
  'poll plus',
  'poll t-mobile',
  'expire payments',
  'poll acquirer',
  'poll tryout',
  'poll refunds at acquirer',
  'poll refunds at tryout',
  'retry partner calls',
  'compact counters',
] as const;
/** Scheduled tasks for aliases and subscriptions. */
export const BLIK_TASKS = ['poll aliases', 'expire aliases', 'poll subscriptions', 'expire subscriptions'] as const;
export const ALL_TASKS = [...TASKS, ...BLIK_TASKS] as const;
export type Task = (typeof ALL_TASKS)[number];

/** Providers as the ledger names them: operators, channels of the acquirers, and the SMS gateway. */
export const PROVIDERS = ['orange', 'play', 'plus', 't-mobile', 'blik', 'mbank', 'card', 'paypal', 'paysafecash', 'skrill', 'sms'];
export const BLIK_PROVIDERS = ['blik-level0', 'blik-recurrent'];

/** How a partner's endpoint responds: `OK`, another HTTP status (410 ends the notification), or not before the gateway's timeout. */
export type EndpointResponse = 'OK' | '500' | 'timeout' | '410';

/**
 * One action of an actor or of the gateway. Members with the same name mean the same in all actions:
 * - `sale`: name of a sale or of a staff command of an earlier step
 * - `charge`, `attempt`, `refund`: index of a record of that sale, from the last one (0) back
 * - `serviceIndex`, `partnerIndex`, `accountsIndex`, `callIndex`: taken modulo the number of choices
 * - `amount`: minor units. `percent`: part of the payment or of the available balance; null refunds all that is left
 * - `decision`: the state that the record gets in the provider's records
 * - `reports`: what the callback says, which is false unless it happens to be the actual state
 * - `isRepeat`: the callback has the event id of all repeats with the same outcome. Otherwise the id is new.
 *   A repeated chargeback has the event id of an earlier one
 * - `isHint`: the callback has no outcome, so the gateway has to poll
 * - `test`: whether the command concerns test money
 */
export type Action =
  | BlikAction
  | { kind: 'sell by phone'; serviceIndex: number; amountType: AmountType; amount: number }
  | { kind: 'request a code'; sale: string; operator: string; response: 'sent' | 'refused' | 'unavailable' }
  | { kind: 'enter the code'; sale: string; decision: ChargeOperatorState }
  | { kind: 'choose another number'; sale: string }
  | { kind: 'extend the time'; sale: string }
  | { kind: 'operator decides'; sale: string; charge: number; decision: ChargeOperatorState }
  | {
      kind: 'operator sends callback';
      sale: string;
      charge: number;
      reports: 'the actual state' | 'refused';
      fromOtherOperator: boolean;
      isRepeat: boolean;
    }
  | { kind: 'sell online'; serviceIndex: number; amount: number; currency: string; payerIndex: number }
  | { kind: 'start attempt'; sale: string; channel: string; decision: AttemptAcquirerState }
  | { kind: 'enter a BLIK code'; sale: string; decision: 'open' | 'captured' | 'failed' }
  | { kind: 'payer acts'; sale: string; attempt: number; decision: AttemptAcquirerState; hasOtherAmount: boolean }
  | {
      kind: 'acquirer sends callback';
      sale: string;
      attempt: number;
      reports: 'the actual state' | 'another amount' | 'failed' | 'pending';
      isHint: boolean;
      isRepeat: boolean;
    }
  | { kind: 'payer returns'; sale: string }
  | { kind: 'abandon attempt'; sale: string }
  | { kind: 'cancel payment'; sale: string }
  | { kind: 'extend the time online'; sale: string }
  | { kind: 'refund'; sale: string; percent: number | null }
  | { kind: 'acquirer decides on a refund'; sale: string; refund: number; decision: RefundAcquirerState }
  | { kind: 'acquirer sends refund callback'; sale: string; refund: number; isRepeat: boolean }
  | { kind: 'acquirer decides on a reversal'; sale: string; decision: 'completed' | 'failed' }
  | {
      kind: 'acquirer sends reversal callback';
      sale: string;
      reports: 'the actual state' | 'another amount' | 'rejected';
      isRepeat: boolean;
    }
  | { kind: 'review'; sale: string; release: boolean }
  | { kind: 'acquirer charges back'; sale: string; attempt: number; percent: number; hasOtherCurrency: boolean; isRepeat: boolean }
  | { kind: 'pay out'; partnerIndex: number; test: boolean; percent: number }
  | { kind: 'adjust'; partnerIndex: number; test: boolean; accountsIndex: number; amount: number }
  | { kind: 'settle'; provider: string; batchSize: number }
  | { kind: 'staff repeat'; sale: string }
  | { kind: 'rates change'; currency: 'EUR' | 'USD'; permille: number }
  | { kind: 'send message'; serviceIndex: number; shortNumber: number }
  | { kind: 'repeat message'; sale: string }
  | { kind: 'check the code'; sale: string }
  | { kind: 'scheduled task'; task: Task }
  | { kind: 'all scheduled tasks' }
  | { kind: 'deliver'; serviceIndex: number; response: EndpointResponse }
  | { kind: 'response arrives'; callIndex: number }
  | { kind: 'time passes'; minutes: number }
  | { kind: 'refresh business time' }
  | { kind: 'commission changes'; serviceIndex: number; commissionBp: number }
  | { kind: 'process is killed' };

/** A fault at a commit: the process dies, or only its database connection breaks, before or after the database has committed. */
export const COMMIT_FAULTS = ['dies before', 'dies after', 'breaks before', 'breaks after'] as const;
export type CommitFault = (typeof COMMIT_FAULTS)[number];

/**
 * What happens to a call to an external service:
 * - `answered`: the request and the response arrived
 * - `request lost`: the request did not arrive, but the process only sees a timeout
 * - `response lost`: the request arrived, and the process only sees a timeout
 * - `not sent`: the process knows that the request was not sent
 * - `dies before`, `dies after`: the process dies before or after the request arrived
 * - `delayed`: the request arrived, and a later step delivers the response
 */
export type CallOutcome = 'answered' | 'response lost' | 'request lost' | 'not sent' | 'dies before' | 'dies after' | 'delayed';

export interface Step {
  /** The index of the step in the episode. The option `--only` selects steps by this index. */
  index: number;
  action: Action;
  /** The process that performs the action. */
  process: 0 | 1;
  /** How far the clock moves before the step. */
  delayMs: number;
  /** Outcome of the first call to an external service. */
  firstCallOutcome: CallOutcome;
  /** The commit that fails, counted from 1. */
  commitFault: { commitNumber: number; fault: CommitFault } | null;
  /** The action of the other process, which starts before this process sends its statement of this number, counted from 1. */
  concurrent: { action: Action; fromStatement: number } | null;
}

const SALE_LETTERS: Partial<Record<Action['kind'], string>> = {
  'sell by phone': 'd',
  'sell online': 'p',
  'sell for a code': 'p',
  'sell a subscription': 'p',
  'sell under a subscription': 'p',
  'send message': 'm',
  'pay out': 'o',
  adjust: 'j',
  settle: 's',
};

/** Name of the sale or the staff command that the step creates. @returns null when the step creates neither. */
export function saleName({ action, index }: Pick<Step, 'action' | 'index'>): string | null {
  const letter = SALE_LETTERS[action.kind];
  return letter === undefined ? null : `${letter}${index}`;
}
