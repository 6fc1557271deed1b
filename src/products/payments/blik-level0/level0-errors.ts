import { DomainError } from '../../../common/errors/domain-error.js';
import { ERRORS } from '../../../common/errors/error-codes.js';
import type { TicketRejection } from '../attempts/ticket.js';
import type { CheckoutRejection } from '../attempts/checkout-result.js';
import { acquirerUnreachable } from '../payment-methods/acquirer-unreachable.js';
import { serviceClosed } from '../services/reject-closed-service.js';
import { aliasNotUnique, blikError } from './blik-error.js';

export const transactionNotNewError = (): DomainError =>
  new DomainError('TRANSACTION_NOT_NEW', { message: ERRORS.TRANSACTION_NOT_NEW.description });
export const channelNotUsableError = (message: string): DomainError => new DomainError('CHANNEL_NOT_USABLE', { message });

/** The API error for an attempt that could not be started. */
export function startRejectionError(rejection: CheckoutRejection): DomainError {
  switch (rejection.problem) {
    case 'channel_unreachable':
      return acquirerUnreachable();
    case 'service_closed':
      return serviceClosed();
    case 'declined':
      return blikError(rejection.reason);
    case 'channel_unusable':
    case 'payer_details_missing':
      return channelNotUsableError('The channel cannot be used for this transaction at the moment.');
    case 'too_many_attempts':
    case 'too_many_codes':
    case 'code_malformed':
    case 'not_possible_now':
      return transactionNotNewError();
  }
}

/**
 * The API error for a code or an alias that was rejected or declined.
 * @param value value of the alias that was submitted. Empty for a code without an alias.
 */
export function ticketRejectionError(rejection: TicketRejection, value: string): DomainError {
  switch (rejection.problem) {
    case 'not_open':
      return transactionNotNewError();
    case 'in_progress':
      return new DomainError('ATTEMPT_IN_PROGRESS', { message: ERRORS.ATTEMPT_IN_PROGRESS.description });
    case 'service_closed':
      return serviceClosed();
    case 'too_many_codes':
      return blikError('too_many_codes');
    case 'channel_unreachable':
      return acquirerUnreachable();
    case 'declined':
      return rejection.reason === 'alias_ambiguous'
        ? aliasNotUnique(rejection.alternatives.map((alternative) => ({ ...alternative, value })))
        : blikError(rejection.reason);
  }
}
