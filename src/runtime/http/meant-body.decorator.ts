import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { asMeant } from '../../common/validation/as-meant.js';
import type { RequestClass } from '../../common/validation/field.decorator.js';

/** The body as the fields of a class are read of it, with all that the class has no fields for. It is validated beside this. */
export const MeantBody = createParamDecorator((requestClass: RequestClass, context: ExecutionContext): unknown =>
  asMeant(context.switchToHttp().getRequest<Request>().body, requestClass),
);
