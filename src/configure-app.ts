import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express } from 'express';
import { API_DOCS } from './web/api-docs/api-docs.controller.js';
import { ApiDocument } from './web/api-docs/api-document.js';
import { routeHint } from './web/api-docs/route-hint.js';
import { PAYER_PAGES } from './web/checkout/shell/payer-pages.js';
import { ASSETS } from './web/pages/assets.controller.js';
import { rewriteResponses } from './compatibility/rewrite-responses.js';
import { LookUpFactsService } from './compatibility/facts/look-up-facts.service.js';
import { Environment } from './runtime/config/environment.js';
import { accessLog } from './runtime/http/access-log.js';
import { type RouteTraffic, trackRequester } from './runtime/database/pool-quotas/requester.js';
import { DISPLAY_ZONE_LOCAL } from './runtime/http/display-zone.decorator.js';
import { ErrorHelp } from './runtime/http/help/error-help.js';
import { DomainErrorFilter } from './runtime/http/domain-error.filter.js';
import { InputValidationPipe } from './runtime/http/input-validation.pipe.js';
import { sendResponses } from './runtime/http/send-responses.js';
import { EndClaims } from './platform/idempotency/end-claims.service.js';
import { limitHeaders } from './runtime/http/edge/header-size.js';
import { closeFaultyFraming } from './runtime/http/edge/close-faulty-framing.js';
import { warnUntrustedForwarded } from './runtime/http/edge/warn-untrusted-forwarded.js';
import { normaliseRequest } from './runtime/http/edge/normalise-request.js';
import { queryParser } from './runtime/http/query-parser.js';
import { roundRobin } from './runtime/http/edge/round-robin.js';
import { trustProxies } from './runtime/http/edge/trust-proxies.js';
import { rejectUndecodablePath } from './runtime/http/reject-undecodable-path.js';
import { requestId } from './runtime/http/request-id.js';
import { PUBLIC_URL_LOCAL } from './runtime/http/request-url.decorator.js';
import { securityHeaders } from './runtime/http/security-headers.js';
import { LOGGER } from './runtime/logging/logger.js';
import { measureRequests } from './runtime/metrics/measure-requests.js';
import { Metrics } from './runtime/metrics/metrics.js';
import { addressKey } from './runtime/rate-limits/rate-limit-keys.js';
import { traceRequests } from './runtime/tracing/trace-requests.js';

/** First parts of the paths of pages. Browsers open these as documents, so they get more security headers than JSON responses. */
const PAGES = [ASSETS, API_DOCS, PAYER_PAGES];

/**
 * Whose pool quota a request uses, by the first part of its path. All other paths use the quota of partners. Null: health probes use no
 * quota, because their query has its own connection outside the pool.
 */
const TRAFFIC_OF_PATH: Readonly<Record<string, RouteTraffic | null>> = {
  [PAYER_PAGES]: { trafficClass: 'payers', isRejectable: true },
  '/connectors': { trafficClass: 'payers', isRejectable: false },
  '/healthz': null,
  '/readyz': null,
};
const trafficOf = (path: string): RouteTraffic | null => {
  const [, firstSegment = ''] = /^(\/[^/]*)/.exec(path.toLowerCase()) ?? [];
  return Object.hasOwn(TRAFFIC_OF_PATH, firstSegment)
    ? (TRAFFIC_OF_PATH[firstSegment] ?? null)
    : { trafficClass: 'partners', isRejectable: true };
};

/** Sets up everything about HTTP except the routes. The program and the tests use the same function. */
export function configureApp(app: NestExpressApplication): void {
  const environment = app.get(Environment);
  app.set('query parser', 'extended'); // filter[status]=… becomes an object
  const express: Express = app.getHttpAdapter().getInstance();
  express.set('query parser', queryParser(express.get('query parser fn') as Parameters<typeof queryParser>[0]));
  trustProxies(app, environment.http.trustProxy);
  app.set(PUBLIC_URL_LOCAL, environment.http.publicUrl);
  app.set(DISPLAY_ZONE_LOCAL, environment.app.displayTimeZone);
  app.disable('x-powered-by');
  app.disable('etag'); // responses are never cached
  app.use(closeFaultyFraming());
  app.use(normaliseRequest());
  if (environment.http.clientCompatibility && environment.app.role !== 'worker')
    app.use(rewriteResponses(app.get(LookUpFactsService), app.get(LOGGER)));
  if (environment.tracing.enabled) app.use(traceRequests());
  app.use(measureRequests(app.get(Metrics)));
  app.use(warnUntrustedForwarded(app.get(Metrics), app.get(LOGGER)));
  app.use(requestId());
  app.use(accessLog(app.get(LOGGER)));
  app.use(securityHeaders(environment.http.publicUrl.startsWith('https:'), PAGES));
  app.use(limitHeaders(PAGES));
  app.use(rejectUndecodablePath());
  app.use(roundRobin(({ headers, ip }) => headers.authorization ?? `address ${addressKey(ip)}`));
  app.use(trackRequester(trafficOf, addressKey));
  app.useGlobalPipes(new InputValidationPipe());
  const claims = app.get(EndClaims);
  sendResponses(app, (request, response) => claims.beforeSuccessResponse(request, response));
  app.useGlobalFilters(new DomainErrorFilter(app.get(LOGGER), errorHelp(app), (request, error) => claims.beforeError(request, error)));
  if (environment.app.role !== 'worker') app.get(ApiDocument).useApplication(app);
}

/**
 * Makes the object that adds hints to error responses. While the sandbox is on, all clients get hints. Otherwise only clients with a token
 * of the gateway get hints.
 */
export function errorHelp(app: NestExpressApplication): ErrorHelp {
  const { http, sandbox, app: program } = app.get(Environment);
  return new ErrorHelp({
    publicUrl: http.publicUrl,
    hintsForAll: sandbox.enabled,
    routeHint: (method, path) => (program.role === 'worker' ? undefined : routeHint(app.get(ApiDocument).get(), method, path)),
  });
}
