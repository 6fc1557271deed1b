import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, UseInterceptors } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { actingAs } from '../audit/actor.js';
import type { AccessRequest } from './caller.js';

@Injectable()
class ActingCaller implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { caller, headers } = context.switchToHttp().getRequest<AccessRequest & { headers: Record<string, string | undefined> }>();
    if (!caller) return next.handle();
    const actor = { author: `token ${caller.tokenId}`, door: 'api', reason: null, requestId: headers['x-request-id'] ?? null } as const;
    return from(actingAs(actor, () => lastValueFrom(next.handle(), { defaultValue: undefined })));
  }
}

/** Makes the caller's token the author of all changes that services record during a request of the route. */
export const ActsAsCaller = (): MethodDecorator => UseInterceptors(ActingCaller);
