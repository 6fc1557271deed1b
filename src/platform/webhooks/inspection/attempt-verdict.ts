import type { AttemptView } from './delivery-view.js';

/** Maximum number of characters of a response body that a sentence quotes. */
const MAX_QUOTED_CHARACTERS = 60;

const EXPECTED_RESPONSE = 'Answer 200 with the body OK';

const FAILURE_MESSAGES: Readonly<Record<string, string>> = {
  TIMEOUT: 'your program did not answer in time. Answer first, then do the work',
  CONNECT_TIMEOUT: 'no connection to your server came about in time. See that it is reachable from here, and not behind a firewall',
  ECONNREFUSED: 'your server refused the connection. See that the program runs and that the port is right',
  ECONNRESET: 'your server broke the connection before it answered',
  CONNECTION_CLOSED: 'your server closed the connection before it answered',
  ENOTFOUND: 'the name of your server is not known. See that the address is written correctly',
  EAI_AGAIN: 'the name of your server could not be looked up',
  TARGET_FORBIDDEN: 'the address leads to a network to which the gateway sends nothing',
  INVALID_RESPONSE: 'what your program answered is not HTTP',
  HEADERS_TOO_LONG: 'the headers of your answer are too long',
  TOO_MANY_INTERIM_RESPONSES: 'your server sent interim answers without end',
  CERT_HAS_EXPIRED: 'the TLS certificate of your server has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the TLS certificate of your server is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the chain of your server’s TLS certificate has a self-signed one',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'your server does not send the intermediate certificates of its TLS certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the TLS certificate of your server is for another name',
};

/** Explains the result of a delivery attempt to the partner, and what to change. Null while the attempt is under way. */
export function attemptVerdict(attempt: Pick<AttemptView, 'outcome' | 'httpStatus' | 'errorCode' | 'responseExcerpt'>): string | null {
  const { outcome, httpStatus, errorCode, responseExcerpt } = attempt;
  if (outcome === null) return null;
  if (outcome === 'acknowledged') return 'your program acknowledged it: 200 with OK';
  if (outcome === 'failed') return FAILURE_MESSAGES[errorCode ?? ''] ?? `no answer came (${errorCode ?? 'UNKNOWN'})`;
  if (outcome === 'gone') return 'your program answered 410: it is not sent again, unless it is resent by hand';
  return `your program answered ${httpStatus}${describeBody(responseExcerpt)}: ${describeMistake(httpStatus)}`;
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
  if (status >= 300 && status < 400) return 'redirects are not followed. Set the address to which it redirects as the notify address';
  if (status === 401 || status === 403) return `notifications carry no login, only a signature. ${EXPECTED_RESPONSE}`;
  if (status === 404) return `is the path of the notify address right? ${EXPECTED_RESPONSE}`;
  if (status === 405) return `the path must take POST. ${EXPECTED_RESPONSE}`;
  return 'answer 200 with the body OK';
}
