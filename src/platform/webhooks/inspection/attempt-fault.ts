import type { AttemptView } from './delivery-view.js';

/** Kinds of failures of a delivery attempt. They are keys of translated texts. */
export const ATTEMPT_FAULTS = [
  'accepted', // no failure
  'gone', // 410, with which the partner stops the delivery
  'body', // 200 with another body than `OK`, or another status below 300
  'redirect', // 3xx
  'login', // 401 or 403
  'not-found', // 404
  'method', // 405
  'client', // another 4xx
  'server', // 5xx
  'timeout',
  'refused', // no connection: the server refused it
  'broken', // the server closed the connection before its response was complete
  'name', // the host name cannot be resolved
  'tls', // the certificate or the TLS handshake is invalid
  'forbidden', // the address is in a network to which the gateway does not send
  'no-answer', // no complete response, for another reason
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
