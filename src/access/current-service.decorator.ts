import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AccessRequest, ServiceRef } from './caller.js';

/** The service named by `:serviceId` in the path. */
export const CurrentService = createParamDecorator((_: unknown, context: ExecutionContext): ServiceRef => {
  const { service } = context.switchToHttp().getRequest<AccessRequest>();
  if (!service) throw new Error('@CurrentService() on a route without :serviceId and @Protected()');
  return service;
});
