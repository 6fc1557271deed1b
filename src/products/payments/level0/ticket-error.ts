import { DomainError } from '../../../common/errors/domain-error.js';
import type { ErrorCode } from '../../../common/errors/error-codes.js';
import { ERROR_DESCRIPTIONS } from '../../../common/errors/error-descriptions.js';
import type { FailureReason } from '../../../connectors/acquirers/port/failure-reasons.js';
import { ticketCodeOf } from '../attempts/codes/code-notification.js';

/** A refusal of a code or an alias, as the API's error code for BLIK. */
export function ticketError(reason: FailureReason): DomainError {
  const code: ErrorCode = ticketCodeOf(reason);
  return new DomainError(code, { message: ERROR_DESCRIPTIONS[code] });
}

/** One app that knows the payer by an alias. */
export interface AliasChoice {
  value: string;
  label: string;
  key: string;
}

/** The payer chooses by the label; the key of what was chosen comes back as `blik_id`. */
export function aliasNotUnique(choices: readonly AliasChoice[]): DomainError {
  const alternatives = choices.map(({ value, label, key }) => ({ value, type: 'UID', label, blik_id: key }));
  return new DomainError('ALIAS_NOT_UNIQUE', { message: ERROR_DESCRIPTIONS.ALIAS_NOT_UNIQUE, data: { alternatives } });
}
