import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { ApiErrors } from '../../common/api/api-errors.decorator.js';
import type { AccessRequest, ServiceRef } from './caller.js';

/** A handler with this parameter has `:serviceId` in its path, so the decorator documents this path parameter, too. */
const documentServiceId: ParameterDecorator = (controller, name) => {
  const method = name && Object.getOwnPropertyDescriptor(controller, name);
  if (!name || !method) return;
  ApiParam({
    name: 'serviceId',
    description: 'Id of the service.',
    schema: { type: 'string', pattern: '^[0-9a-f]{8}$', example: '5f2c9a1b' },
  })(controller, name, method);
  ApiErrors('SERVICE_NOT_FOUND')(controller, name, method);
};

/** The service named by `:serviceId` in the path. */
export const CurrentService = createParamDecorator(
  (_: unknown, context: ExecutionContext): ServiceRef => {
    const { service } = context.switchToHttp().getRequest<AccessRequest>();
    if (!service) throw new Error('@CurrentService() is used on a route without :serviceId or @Protected(). Add both.');
    return service;
  },
  [documentServiceId],
);
