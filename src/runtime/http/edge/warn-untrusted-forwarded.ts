import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import type { Metrics } from '../../metrics/metrics.js';

const TOLD_EVERY_MS = 60_000;

/**
 * Warns of `X-Forwarded-For` from an untrusted address. If that is a proxy missing in TRUST_PROXY, all callers count as its one address: they
 * share its limits, and lists of allowed addresses refuse all of them. Otherwise a client forges its address.
 */
export function warnUntrustedForwarded({ registry }: Metrics, log: Logger): RequestHandler {
  const counted = new Counter({
    name: 'gateway_http_untrusted_forwarded_total',
    help: 'Requests with X-Forwarded-For from an address that TRUST_PROXY does not name.',
    registers: [registry],
  });
  let toldAt = -Infinity;
  return (request: Request, _response: Response, next: NextFunction) => {
    const trusted = request.app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean;
    if (request.headers['x-forwarded-for'] !== undefined && !trusted(request.socket.remoteAddress, 0)) {
      counted.inc();
      if (performance.now() - toldAt >= TOLD_EVERY_MS) {
        toldAt = performance.now();
        log.warn(
          { peer: request.socket.remoteAddress },
          'X-Forwarded-For comes from an address that TRUST_PROXY does not name: if that is your proxy, all callers count as one address until you add it',
        );
      }
    }
    next();
  };
}
