import type { AttemptResult } from '../../../connectors/acquirers/port/attempt.js';
import type { FailureReason } from '../../../connectors/acquirers/port/failure-reasons.js';
import type { AliasAlternative } from '../../../connectors/acquirers/port/next-step.js';
import type { PaymentAlias } from '../blik-aliases/payment-alias.entity.js';
import { type CheckoutResult, checkoutRejection } from './checkout-result.js';

/** What an attempt pays with: a code of six digits, which may register an alias, or an alias that is registered already. */
export type Ticket = { kind: 'code'; code: string; register: { value: string; label: string } | null } | AliasTicket;

export interface AliasTicket {
  kind: 'alias';
  alias: Pick<PaymentAlias, 'id' | 'value' | 'wireValue'>;
  /** The acquirer's key of the app; null: the acquirer finds the app. */
  app: string | null;
}

export type TicketProblem =
  /** The payment is paid, has ended or expired. */
  | { problem: 'not_open' }
  /** Another code is in progress, or the attempt does not wait for a code. */
  | { problem: 'in_progress' }
  | { problem: 'service_closed' }
  | { problem: 'too_many_codes' }
  /** The acquirer was not reached, so the code does not count. */
  | { problem: 'channel_unreachable' }
  /** `alternatives`: the apps that have the alias registered, if the acquirer needs to know which one to use. */
  | { problem: 'declined'; reason: FailureReason; alternatives: readonly AliasAlternative[] };

export type TicketRejection = { ok: false } & TicketProblem;
/** `ok`: the acquirer has received the ticket. The outcome may not be known yet. */
export type TicketResult = { ok: true } | TicketRejection;

export const ticketRejection = (problem: TicketProblem): TicketRejection => ({ ok: false, ...problem });

/** The result for the payment's page, which shows fewer problems than the API. */
export function checkoutResultOf(result: TicketResult): CheckoutResult {
  if (result.ok) return result;
  if (result.problem === 'not_open' || result.problem === 'in_progress') return checkoutRejection({ problem: 'not_possible_now' });
  return checkoutRejection(result.problem === 'declined' ? { problem: 'declined', reason: result.reason } : { problem: result.problem });
}

export function declinedTicket({ reason, next }: Extract<AttemptResult, { outcome: 'failed' }>): TicketRejection {
  return ticketRejection({ problem: 'declined', reason, alternatives: next.kind === 'needsCode' ? next.alternatives : [] });
}
