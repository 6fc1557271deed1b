import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { IdempotentHttpRequest } from './claim-key.guard.js';
import { IdempotentRequest } from './idempotent-request.js';

/** This request's claim; it stores nothing when the caller sent no `Idempotency-Key`. */
export const Idempotent = createParamDecorator(
  (_: unknown, context: ExecutionContext): IdempotentRequest =>
    context.switchToHttp().getRequest<IdempotentHttpRequest>().idempotent ?? new IdempotentRequest(),
);
