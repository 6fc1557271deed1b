import type { NestExpressApplication } from '@nestjs/platform-express';
import { ApiDocument } from './api-docs/api-document.js';
import { Environment } from './config/environment.js';
import { accessLog } from './http/access-log.js';
import { DomainErrorFilter } from './http/domain-error.filter.js';
import { InputValidationPipe } from './http/input-validation.pipe.js';
import { limitAddress } from './http/limit-address.js';
import { parseBody } from './http/parse-body.js';
import { readablePath } from './http/readable-path.js';
import { requestId } from './http/request-id.js';
import { PUBLIC_URL_LOCAL } from './http/request-url.decorator.js';
import { securityHeaders } from './http/security-headers.js';
import { LOGGER } from './logging/logger.js';
import { measureRequests } from './metrics/measure-requests.js';
import { Metrics } from './metrics/metrics.js';
import { RequestLimits } from './rate-limits/request-limits.js';
import { traceRequests } from './tracing/trace-requests.js';

/** Everything about HTTP that is not a route; used by the program and by the tests alike. */
export function configureApp(app: NestExpressApplication): void {
  const environment = app.get(Environment);
  app.set('query parser', 'extended'); // filter[status]=… becomes an object
  app.set('trust proxy', environment.http.trustProxy.length > 0 ? environment.http.trustProxy : false);
  app.set(PUBLIC_URL_LOCAL, environment.http.publicUrl);
  app.disable('x-powered-by');
  app.disable('etag'); // answers are never cached, so nobody could use one
  if (environment.tracing.enabled) app.use(traceRequests());
  app.use(measureRequests(app.get(Metrics)));
  app.use(requestId());
  app.use(accessLog(app.get(LOGGER)));
  app.use(securityHeaders(environment.http.publicUrl.startsWith('https:')));
  app.use(limitAddress(app.get(RequestLimits)));
  app.use(readablePath());
  app.use(parseBody());
  app.useGlobalPipes(new InputValidationPipe());
  app.useGlobalFilters(new DomainErrorFilter(app.get(LOGGER)));
  if (environment.app.role !== 'worker') app.get(ApiDocument).describe(app);
}
