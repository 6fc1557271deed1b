import { DomainError } from '../../common/errors/domain-error.js';
import type { Area } from '../partners/services/service-status.js';
import type { Ability } from './ability.js';

export const unauthorized = (hint: string): DomainError => new DomainError('UNAUTHORIZED', { hint });

/** @param authorization the header without a usable token. The hint repeats no part of the header that may be a secret. */
export function missingTokenError(authorization: string | undefined): DomainError {
  if (!authorization) return unauthorized('The request has no header Authorization. Send "Authorization: Bearer <token>".');
  if (/^Bearer *$/i.test(authorization)) return unauthorized('The header Authorization has no token after "Bearer".');
  const [, scheme] = /^(Basic|Digest|Token|Negotiate|Bearer)\b/i.exec(authorization) ?? [];
  if (scheme === undefined || /^Bearer$/i.test(scheme))
    return unauthorized('The header Authorization must be the word Bearer, one space and the token: "Authorization: Bearer <token>".');
  return unauthorized(`The header Authorization is of the scheme ${scheme}. It must be "Authorization: Bearer <token>".`);
}

export const NO_SUCH_TOKEN = 'This gateway knows no such token: it is mistyped, cut off, revoked, or of another gateway.';
export const TOKEN_EXPIRED = 'The token has expired. Ask the operator of the gateway for a new one.';
export const PARTNER_BLOCKED = 'The partner of this token is blocked. Ask the operator of the gateway.';

export function addressNotAllowedError(address: string | undefined): DomainError {
  const hint = `The token is limited to other addresses than ${address ?? 'that of this request'}, from which this request came.`;
  return new DomainError('IP_ADDRESS_NOT_WHITELISTED', { hint });
}

export function missingAbilityError(ability: Ability): DomainError {
  return new DomainError('INVALID_ABILITY_PROVIDED', { hint: `The token lacks the ability ${ability}.` });
}

export function needsWholePartner(): DomainError {
  const hint = 'The token is limited to services, and this path is about all of the partner’s.';
  return new DomainError('INVALID_ABILITY_PROVIDED', { hint });
}

/** @param ownArea the area of the service, when the token may use the service. Null otherwise. */
export function noSuchService(serviceId: string, area: Area, ownArea: Area | null): DomainError {
  if (ownArea)
    return new DomainError('SERVICE_NOT_FOUND', {
      hint: `The service ${serviceId} is one of the area ${ownArea}, and this path is for services of the area ${area}.`,
    });
  return new DomainError('SERVICE_NOT_FOUND', {
    hint: /^[0-9a-f]{8}$/.test(serviceId)
      ? 'The token sees no service with this id. A list of its services is at /payment, /directbilling and /sms.'
      : 'A service’s id has 8 characters, digits and the letters a to f. The one in the path has another form.',
  });
}
