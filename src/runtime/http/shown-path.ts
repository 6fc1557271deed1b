import type { Request } from 'express';
import { holdsCardNumber } from '../../common/validation/card-number.js';
import { isUuid } from '../../common/validation/is-uuid.js';

/** A request of which the log may tell more than of a payer's. */
export interface ShownRequest extends Request {
  /** It is known who calls: the paths of others may hold what only a payer should know. */
  pathIsShown?: boolean;
  /** The program that calls with a token, or tries to. A payer's address is never here. */
  shownCaller?: { address: string | undefined; token?: string };
}

/**
 * The path of a request for the log and for traces: its route's pattern, where the address itself is what lets a payer in, and without
 * whatever might be the number of a card.
 */
export function shownPath(request: ShownRequest): string {
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
export function isQuiet({ method, originalUrl }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && PROBE_OR_ASSET.test(originalUrl);
}
