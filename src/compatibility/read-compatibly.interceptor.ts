import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import type { AccessRequest } from '../platform/access/caller.js';
import { compatibleRequest } from './compatible-request.js';
import { callOf, clientTierOf } from './request-facts.js';

/**
 * Puts what clients of earlier generations write into the words of the reference: after the guard, so that nothing of a stranger is
 * looked at, and before anything is judged. The bytes that an `Idempotency-Key` stands for stay those that came.
 */
@Injectable()
export class ReadCompatiblyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<AccessRequest>();
    const tier = clientTierOf(request);
    if (tier && request.caller) {
      const meant = compatibleRequest(callOf(request), tier, { query: request.query, body: request.body });
      request.body = meant.body;
      // Express reads the query anew whenever it is asked for.
      Object.defineProperty(request, 'query', { value: meant.query, configurable: true });
    }
    return next.handle();
  }
}
