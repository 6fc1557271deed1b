import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { IdempotentHttpRequest } from './claim-key.guard.js';
import { IdempotentRequest } from './idempotent-request.js';

/** Injects the request's {@link IdempotentRequest}. It stores no response when the partner sent no `Idempotency-Key`. */
export const Idempotent = createParamDecorator(
  (_: unknown, context: ExecutionContext): IdempotentRequest =>
    context.switchToHttp().getRequest<IdempotentHttpRequest>().idempotent ?? new IdempotentRequest(),
);
