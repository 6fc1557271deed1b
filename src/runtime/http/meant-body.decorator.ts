import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { asMeant } from '../../common/validation/as-meant.js';
import type { RequestClass } from '../../common/validation/field.decorator.js';

/** The normalised body with all its undeclared members. Validation runs separately. */
export const MeantBody = createParamDecorator((requestClass: RequestClass, context: ExecutionContext): unknown =>
  asMeant(context.switchToHttp().getRequest<Request>().body, requestClass),
);
