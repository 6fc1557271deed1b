import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { AccessRequest } from '../platform/access/caller.js';
import { compatibleRequest } from './compatible-request.js';
import { callOf, clientTierOf } from './request-facts.js';

/**
 * Translates requests of earlier clients into those of the reference; it refuses none. It runs after the access guard, because requests of unknown
 * callers are not read, and before validation. The bytes that are compared under an `Idempotency-Key` stay those that were sent.
 */
@Injectable()
export class ReadCompatiblyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<AccessRequest>();
    const tier = clientTierOf(request);
    if (tier && request.caller) {
      const meant = compatibleRequest(callOf(request), tier, { query: request.query, body: request.body });
      request.body = meant.body;
      // In Express `query` is a getter that parses anew each time.
      Object.defineProperty(request, 'query', { value: meant.query, configurable: true });
    }
    return true;
  }
}
