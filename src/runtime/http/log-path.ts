import type { Request } from 'express';
import { mayHoldCardNumber } from '../../common/validation/card-number.js';
import { isUuid } from '../../common/validation/is-uuid.js';

/** A request with the data that may be logged. */
export interface LoggableRequest extends Request {
  /** True for authenticated callers. Paths of other requests may contain a payer's secret. */
  pathIsShown?: boolean;
  /** A program that sends a token, valid or not. Never a payer. */
  shownCaller?: { address: string | undefined; token?: string };
  /** True when the caller sent a token that the gateway knows, even if the token does not allow this request. */
  callerIsKnown?: boolean;
  /** Why the request was rejected, with a hint that the caller may read. */
  refusal?: { code: string; hint: string };
}

/**
 * The path of a request for the log and for traces. For unauthenticated requests with a route it is the route's pattern, because the path
 * itself may give a payer access. Otherwise it is the path, with `[number]` for each part that may be a card number. Without authentication and
 * without a route it is a mistyped URL, which may be a payer's, so each part that may be a signature or a token is `[secret]`.
 */
export function logPath(request: LoggableRequest): string {
  const { path: pattern } = (request.route as { path?: string } | undefined) ?? {};
  if (pattern !== undefined && !request.pathIsShown) return pattern;
  const [path = ''] = request.originalUrl.split('?', 1);
  const parts = path.split('/').map(withoutCardNumber);
  return (request.pathIsShown ? parts : parts.map(withoutSecret)).join('/');
}

/** Signatures and tokens are at least this long. */
const MIN_SECRET_LENGTH = 20;

function withoutSecret(part: string): string {
  return part.length < MIN_SECRET_LENGTH || isUuid(part) || /^[a-z-]+$/.test(part) ? part : '[secret]';
}

function withoutCardNumber(part: string): string {
  return isUuid(part) || !/\d/.test(part) || !isToBeHidden(part) ? part : '[number]';
}

function isToBeHidden(part: string): boolean {
  try {
    return mayHoldCardNumber(decodeURIComponent(part));
  } catch {
    return true;
  }
}

const PROBE_OR_ASSET = /^\/(?:healthz|readyz|assets\/[\w-]+\.[0-9a-f]{12}\.\w+)$/;

/** True for probes and assets of pages, because log lines for them would hide the other lines. */
export function isExcludedFromLog({ method, originalUrl }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && PROBE_OR_ASSET.test(originalUrl);
}
