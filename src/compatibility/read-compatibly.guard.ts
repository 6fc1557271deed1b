import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { AccessRequest } from '../platform/access/caller.js';
import { compatibleRequest } from './compatible-request.js';
import { callOf, clientTierOf } from './client-of-request.js';

/**
 * Translates requests of older clients into requests of the current API. The guard rejects only a request with a card number in a text that
 * it would shorten. It runs before validation, and after the access guard, because requests without valid credentials are not read. An
 * `Idempotency-Key` still compares the bytes that the client sent.
 */
@Injectable()
export class ReadCompatiblyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<AccessRequest>();
    const tier = clientTierOf(request);
    if (tier && request.caller) {
      const translated = compatibleRequest(callOf(request), tier, { query: request.query, body: request.body });
      request.body = translated.body;
      // In Express `query` is a getter that parses the URL at each access.
      Object.defineProperty(request, 'query', { value: translated.query, configurable: true });
    }
    return true;
  }
}
