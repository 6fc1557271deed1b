import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { PublicRoute } from './public-route.decorator.js';
import { SlowDownGuessingInterceptor } from './slow-down-guessing.interceptor.js';

/** Lets connectors call a route without a token; whoever cannot prove himself is answered UNAUTHORIZED. @param why how they prove themselves. */
export const ConnectorRoute = (why: string): ClassDecorator & MethodDecorator =>
  applyDecorators(PublicRoute(why), UseInterceptors(SlowDownGuessingInterceptor));
