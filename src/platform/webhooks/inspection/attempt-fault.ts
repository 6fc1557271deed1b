import type { AttemptView } from './delivery-view.js';

/**
 * Kinds of failures of a delivery attempt. They are keys of translated texts. `accepted` means no failure, `body` a response other than
 * `OK`, and `name` a host name that cannot be resolved.
 */
export const ATTEMPT_FAULTS = [
  'accepted',
  'gone',
  'body',
  'redirect',
  'login',
  'not-found',
  'method',
  'client',
  'server',
  'timeout',
  'refused',
  'broken',
  'name',
  'tls',
  'forbidden',
  'no-answer',
] as const;
export type AttemptFault = (typeof ATTEMPT_FAULTS)[number];

const FAULT_BY_ERROR: Readonly<Record<string, AttemptFault>> = {
  TIMEOUT: 'timeout',
  CONNECT_TIMEOUT: 'timeout',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'broken',
  CONNECTION_CLOSED: 'broken',
  ENOTFOUND: 'name',
  EAI_AGAIN: 'name',
  TARGET_FORBIDDEN: 'forbidden',
};
const FAULT_BY_STATUS: Readonly<Record<number, AttemptFault>> = {
  200: 'body',
  401: 'login',
  403: 'login',
  404: 'not-found',
  405: 'method',
};

/** @returns null while the attempt is under way. */
export function attemptFault({
  outcome,
  httpStatus,
  errorCode,
}: Pick<AttemptView, 'outcome' | 'httpStatus' | 'errorCode'>): AttemptFault | null {
  if (outcome === null) return null;
  if (outcome === 'acknowledged') return 'accepted';
  if (outcome === 'gone') return 'gone';
  if (outcome === 'failed')
    return FAULT_BY_ERROR[errorCode ?? ''] ?? (/CERT|TLS|SIGNATURE|SSL/.test(errorCode ?? '') ? 'tls' : 'no-answer');
  const status = httpStatus ?? 0;
  return FAULT_BY_STATUS[status] ?? (status >= 500 ? 'server' : status >= 400 ? 'client' : status >= 300 ? 'redirect' : 'body');
}
