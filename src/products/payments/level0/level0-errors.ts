import { DomainError } from '../../../common/errors/domain-error.js';
import { MEANING_OF } from '../../../common/errors/error-meanings.js';
import type { TicketRefusal } from '../attempts/ticket.js';
import type { CheckoutRefusal } from '../attempts/checkout-result.js';
import { notReached } from '../channels/not-reached.js';
import { serviceClosed } from '../services/refuse-closed-service.js';
import { aliasNotUnique, ticketError } from './ticket-error.js';

export const notNew = (): DomainError => new DomainError('TRANSACTION_NOT_NEW', { message: MEANING_OF.TRANSACTION_NOT_NEW });
export const notUsable = (message: string): DomainError => new DomainError('CHANNEL_NOT_USABLE', { message });

/** The API's error when the attempt could not be started. */
export function whyNotBegun(refusal: CheckoutRefusal): DomainError {
  switch (refusal.problem) {
    case 'channel_unreachable':
      return notReached();
    case 'service_closed':
      return serviceClosed();
    case 'declined':
      return ticketError(refusal.reason);
    case 'channel_unusable':
    case 'payer_details_missing':
      return notUsable('The channel cannot be used for this transaction at the moment.');
    case 'too_many_attempts':
    case 'too_many_codes':
    case 'code_malformed':
    case 'not_possible_now':
      return notNew();
  }
}

/** The API's error when a code, or an alias in its place, was refused. @param value of the alias that was tried. */
export function whyNotTaken(refusal: TicketRefusal, value: string): DomainError {
  switch (refusal.problem) {
    case 'not_open':
      return notNew();
    case 'in_progress':
      return new DomainError('ATTEMPT_IN_PROGRESS', { message: MEANING_OF.ATTEMPT_IN_PROGRESS });
    case 'service_closed':
      return serviceClosed();
    case 'too_many_codes':
      return ticketError('too_many_codes');
    case 'channel_unreachable':
      return notReached();
    case 'declined':
      return refusal.reason === 'alias_ambiguous'
        ? aliasNotUnique(refusal.alternatives.map((choice) => ({ ...choice, value })))
        : ticketError(refusal.reason);
  }
}
