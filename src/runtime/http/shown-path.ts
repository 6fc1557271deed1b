import type { Request } from 'express';

/** A request whose path may be shown, because it is known who calls: others may hold what only a payer should know. */
export interface ShownRequest extends Request {
  pathIsShown?: boolean;
}

/** The path of a request for the log and for traces: its route's pattern, where the address itself is what lets a payer in. */
export function shownPath(request: ShownRequest): string {
  const { path: pattern } = (request.route as { path?: string } | undefined) ?? {};
  return pattern !== undefined && !request.pathIsShown ? pattern : (request.originalUrl.split('?', 1)[0] ?? '');
}

const PROBE_OR_ASSET = /^\/(?:healthz|readyz|assets\/[\w-]+\.[0-9a-f]{12}\.\w+)$/;

/** Probes and the pages' assets: nobody wants to read about each of them. */
export function isQuiet({ method, originalUrl }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && PROBE_OR_ASSET.test(originalUrl);
}
