import type { Request } from 'express';
import { holdsCardNumber } from '../../common/validation/card-number.js';
import { isUuid } from '../../common/validation/is-uuid.js';

/** A request, with what the log may say about it. */
export interface LoggableRequest extends Request {
  /** Set for authenticated callers: paths of others may hold a payer's secret. */
  pathIsShown?: boolean;
  /** The program that calls with a token, valid or not; never a payer. */
  shownCaller?: { address: string | undefined; token?: string };
  /** The caller brought a token of ours, even if it may not do this. */
  callerIsKnown?: boolean;
  /** Why the request was refused, in words that the caller may read. */
  refusal?: { code: string; hint: string };
}

/**
 * The path of a request for the log and for traces. It is the route's pattern when the address itself gives a payer access, and parts that might
 * be card numbers are replaced.
 */
export function logPath(request: LoggableRequest): string {
  const { path: pattern } = (request.route as { path?: string } | undefined) ?? {};
  if (pattern !== undefined && !request.pathIsShown) return pattern;
  const [path = ''] = request.originalUrl.split('?', 1);
  return path.split('/').map(shownPart).join('/');
}

function shownPart(part: string): string {
  return isUuid(part) || !/\d/.test(part) || !mayHoldCardNumber(part) ? part : '[number]';
}

function mayHoldCardNumber(part: string): boolean {
  try {
    return holdsCardNumber(decodeURIComponent(part));
  } catch {
    return true;
  }
}

const PROBE_OR_ASSET = /^\/(?:healthz|readyz|assets\/[\w-]+\.[0-9a-f]{12}\.\w+)$/;

/** Probes and the pages' assets: a log line for each would hide the others. */
export function isExcludedFromLog({ method, originalUrl }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && PROBE_OR_ASSET.test(originalUrl);
}
