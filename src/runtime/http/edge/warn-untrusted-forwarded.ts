import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import type { Metrics } from '../../metrics/metrics.js';

const WARN_INTERVAL_MS = 60_000;

/**
 * Warns about `X-Forwarded-For` from an untrusted address. If the address is a proxy that is missing in TRUST_PROXY, all clients count as
 * this one address: they share its rate limits, and lists of allowed addresses reject all of them. Otherwise a client tries to forge its
 * address.
 */
export function warnUntrustedForwarded({ registry }: Metrics, log: Logger): RequestHandler {
  const counter = new Counter({
    name: 'gateway_http_untrusted_forwarded_total',
    help: 'Requests with X-Forwarded-For from an address that TRUST_PROXY does not name.',
    registers: [registry],
  });
  let warnedAt = -Infinity;
  return (request: Request, _response: Response, next: NextFunction) => {
    const isTrusted = request.app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean;
    if (request.headers['x-forwarded-for'] !== undefined && !isTrusted(request.socket.remoteAddress, 0)) {
      counter.inc();
      if (performance.now() - warnedAt >= WARN_INTERVAL_MS) {
        warnedAt = performance.now();
        log.warn(
          { peer: request.socket.remoteAddress },
          'X-Forwarded-For comes from an address that is not in TRUST_PROXY: if it is your proxy, add it, until then all clients count as one address',
        );
      }
    }
    next();
  };
}
