import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { normalizeBody } from '../../common/validation/normalize-body.js';
import type { RequestClass } from '../../common/validation/field.decorator.js';

/** The normalized body, including undeclared members. Validation runs separately. */
export const NormalizedBody = createParamDecorator((requestClass: RequestClass, context: ExecutionContext): unknown =>
  normalizeBody(context.switchToHttp().getRequest<Request>().body, requestClass),
);
