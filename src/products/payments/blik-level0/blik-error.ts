import { DomainError } from '../../../common/errors/domain-error.js';
import { type ErrorCode, ERRORS } from '../../../common/errors/error-codes.js';
import type { FailureReason } from '../../../connectors/acquirers/port/failure-reasons.js';
import { blikErrorCodeOf } from '../attempts/codes/notification.js';

/** The API error for a declined code or alias, with the BLIK error code of the reason. */
export function blikError(reason: FailureReason): DomainError {
  const code: ErrorCode = blikErrorCodeOf(reason);
  return new DomainError(code, { message: ERRORS[code].description });
}

/** An app in which an alias of the payer is registered. */
export interface AliasChoice {
  value: string;
  label: string;
  key: string;
}

/** The API error that lists the apps. The payer chooses an app by its label. The next request sends the key of that app as `blik_id`. */
export function aliasNotUnique(choices: readonly AliasChoice[]): DomainError {
  const alternatives = choices.map(({ value, label, key }) => ({ value, type: 'UID', label, blik_id: key }));
  return new DomainError('ALIAS_NOT_UNIQUE', { message: ERRORS.ALIAS_NOT_UNIQUE.description, data: { alternatives } });
}
