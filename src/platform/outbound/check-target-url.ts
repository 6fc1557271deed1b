import { isIP } from 'node:net';
import { parseUrl } from '../../common/parse-url.js';
import type { TargetPolicy } from './target-policy.js';

/** Problems of a URL that the partner can fix. */
export type TargetProblem = 'NOT_A_URL' | 'NOT_HTTP' | 'HAS_CREDENTIALS' | 'FORBIDDEN_ADDRESS';

export const TARGET_PROBLEM_MESSAGES: Record<TargetProblem, string> = {
  NOT_A_URL: 'It must be an absolute URL such as https://shop.example/notify.',
  NOT_HTTP: 'It must be an http or https URL.',
  HAS_CREDENTIALS: 'It must not contain a user name or password.',
  FORBIDDEN_ADDRESS: 'It must not name an address of a loopback, private, link-local, multicast or reserved network.',
};

/**
 * Checks a partner's URL. Host names are not resolved: their IP addresses are checked at each connection (`pinnedLookup`). The WHATWG
 * parser has already normalized every spelling of an IPv4 address (decimal, octal, hex, short).
 * @returns the problem, or null.
 */
export function checkTargetUrl(text: string, policy: TargetPolicy): TargetProblem | null {
  const url = parseUrl(text);
  if (!url) return 'NOT_A_URL';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'NOT_HTTP';
  if (url.username !== '' || url.password !== '') return 'HAS_CREDENTIALS';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !policy.permits(host) ? 'FORBIDDEN_ADDRESS' : null;
}
