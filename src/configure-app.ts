import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { Environment } from './config/environment.js';
import { serveApiDocs } from './http/api-docs.js';
import { DomainErrorFilter } from './http/domain-error.filter.js';
import { InputValidationPipe } from './http/input-validation.pipe.js';
import { limitAddress } from './http/limit-address.js';
import { keepRawBody, parseFormBody, parseJsonBody } from './http/parse-body.js';
import { accessLog, requestId } from './http/request-context.js';
import { PUBLIC_URL_LOCAL } from './http/request-url.decorator.js';
import { LOGGER } from './logging/logger.js';
import { measureRequests } from './metrics/measure-requests.js';
import { Metrics } from './metrics/metrics.js';
import { RequestLimits } from './rate-limits/request-limits.js';

/** Everything about HTTP that is not a route; used by the program and by the tests alike. */
export function configureApp(app: NestExpressApplication): void {
  const environment = app.get(Environment);
  app.set('query parser', 'extended'); // filter[status]=… becomes an object
  app.set('trust proxy', environment.http.trustProxy.length > 0 ? environment.http.trustProxy : false);
  app.set(PUBLIC_URL_LOCAL, environment.http.publicUrl);
  app.disable('x-powered-by');
  app.use(measureRequests(app.get(Metrics)));
  app.use(requestId());
  app.use(accessLog(app.get(LOGGER)));
  app.use(helmet({ contentSecurityPolicy: false, strictTransportSecurity: environment.http.publicUrl.startsWith('https:') })); // pages set their own policy
  app.use(limitAddress(app.get(RequestLimits)));
  app.use('/connectors', keepRawBody());
  app.use('/pay', parseFormBody());
  const json = parseJsonBody();
  app.use((request: Request, response: Response, next: NextFunction) =>
    /^\/(connectors|pay)\//.test(request.path) ? next() : json(request, response, next),
  );
  app.useGlobalPipes(new InputValidationPipe());
  app.useGlobalFilters(new DomainErrorFilter(app.get(LOGGER)));
  serveApiDocs(app);
}
