import { applyDecorators, SetMetadata, UseInterceptors } from '@nestjs/common';
import { PublicRoute } from './public-route.decorator.js';
import { ThrottleFailedAuthInterceptor } from './throttle-failed-auth.interceptor.js';

export const CONNECTOR_ROUTE = 'gateway:connector-route';

/**
 * Lets providers call a route without a token. The route itself must throw UNAUTHORIZED when the secret or signature is wrong.
 * @param authentication how the providers authenticate.
 */
export const ConnectorRoute = (authentication: string): ClassDecorator & MethodDecorator =>
  applyDecorators(PublicRoute(authentication), SetMetadata(CONNECTOR_ROUTE, true), UseInterceptors(ThrottleFailedAuthInterceptor));
