import type { AttemptView } from './delivery-view.js';

/** Maximum number of characters of a response body that a sentence quotes. */
const MAX_QUOTED_CHARACTERS = 60;

const EXPECTED_RESPONSE = 'Respond with 200 and the body OK';

const FAILURE_MESSAGES: Readonly<Record<string, string>> = {
  TIMEOUT: 'your program did not respond in time. Respond first, then do the work',
  CONNECT_TIMEOUT: 'there was no connection to your server in time. Check that the gateway can reach it, and that no firewall blocks it',
  ECONNREFUSED: 'your server refused the connection. Check that the program runs and that the port is correct',
  ECONNRESET: 'your server reset the connection before it responded',
  CONNECTION_CLOSED: 'your server closed the connection before it responded',
  ENOTFOUND: 'the host name of your server does not exist. Check the URL',
  EAI_AGAIN: 'the host name of your server could not be looked up',
  TARGET_FORBIDDEN: 'the URL leads to a network to which the gateway sends nothing',
  INVALID_RESPONSE: 'the response of your program is not HTTP',
  HEADERS_TOO_LONG: 'the headers of your response are too long',
  TOO_MANY_INTERIM_RESPONSES: 'your server sent too many interim responses',
  CERT_HAS_EXPIRED: 'the TLS certificate of your server has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the TLS certificate of your server is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the chain of your server’s TLS certificate has a self-signed certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'your server does not send the intermediate certificates of its TLS certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the TLS certificate of your server is for another name',
};

/** Explains the result of a delivery attempt to the partner, and what to change. Null while the attempt is under way. */
export function attemptVerdict(attempt: Pick<AttemptView, 'outcome' | 'httpStatus' | 'errorCode' | 'responseExcerpt'>): string | null {
  const { outcome, httpStatus, errorCode, responseExcerpt } = attempt;
  if (outcome === null) return null;
  if (outcome === 'acknowledged') return 'your program acknowledged it: 200 with OK';
  if (outcome === 'failed') return FAILURE_MESSAGES[errorCode ?? ''] ?? `there was no response (${errorCode ?? 'UNKNOWN'})`;
  if (outcome === 'gone') return 'your program responded 410: the notification is not sent again, unless it is resent manually';
  return `your program responded ${httpStatus}${describeBody(responseExcerpt)}: ${describeMistake(httpStatus)}`;
}

function describeBody(excerpt: string | null): string {
  const text = (excerpt ?? '').trim().replace(/\s+/gu, ' ');
  if (text === '') return ' with an empty body';
  const start = [...text].slice(0, MAX_QUOTED_CHARACTERS).join('');
  return ` with "${start}${start.length < text.length ? '…' : ''}"`;
}

function describeMistake(httpStatus: number | null): string {
  const status = httpStatus ?? 0;
  if (status === 200) return 'the body must be OK and nothing else';
  if (status >= 300 && status < 400) return 'redirects are not followed. Set the target of the redirect as the notify URL';
  if (status === 401 || status === 403) return `notifications have no login, only a signature. ${EXPECTED_RESPONSE}`;
  if (status === 404) return `check the path of the notify URL. ${EXPECTED_RESPONSE}`;
  if (status === 405) return `the path must accept POST. ${EXPECTED_RESPONSE}`;
  return 'respond with 200 and the body OK';
}
