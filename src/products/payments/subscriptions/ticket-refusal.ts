import { DomainError } from '../../../common/errors/domain-error.js';
import { type FailureReason, TICKET_CODE_OF } from '../../../connectors/channels/port/failure-reasons.js';

/** 400 with the ticket code of a channel's refusal. */
export function ticketRefusal(reason: FailureReason | null): DomainError {
  const code = TICKET_CODE_OF[reason ?? 'other'] ?? TICKET_CODE_OF.other;
  return new DomainError(code, { message: 'The payer’s bank or the channel has refused it.' });
}

/** Nothing has left the gateway, so the same request may come again. */
export function notReached(): DomainError {
  return new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 });
}
