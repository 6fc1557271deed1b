import { applyDecorators, Post, UseInterceptors } from '@nestjs/common';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';

/** A partner's POST, which an `Idempotency-Key` makes safe to repeat. The boot refuses a protected POST that is not declared with this. */
export const IdempotentPost = (path?: string): MethodDecorator => applyDecorators(Post(path), UseInterceptors(IdempotencyInterceptor));
