import { applyDecorators, SetMetadata, UseInterceptors } from '@nestjs/common';
import { PublicRoute } from './public-route.decorator.js';
import { ThrottleFailedAuthInterceptor } from './throttle-failed-auth.interceptor.js';

export const CONNECTOR_ROUTE = 'gateway:connector-route';

/** Lets connectors call a route without a token; the route answers UNAUTHORIZED itself. @param why how connectors authenticate. */
export const ConnectorRoute = (why: string): ClassDecorator & MethodDecorator =>
  applyDecorators(PublicRoute(why), SetMetadata(CONNECTOR_ROUTE, true), UseInterceptors(ThrottleFailedAuthInterceptor));
