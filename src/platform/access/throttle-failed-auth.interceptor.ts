import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { catchError, type Observable } from 'rxjs';
import { DomainError } from '../../common/errors/domain-error.js';
import { RequestLimits } from '../../runtime/rate-limits/request-limits.js';

/**
 * Responds with 429 to an address that sends a wrong secret or signature too often. A right one is always accepted: a callback must not get
 * lost because another client behind the same address guesses.
 */
@Injectable()
export class ThrottleFailedAuthInterceptor implements NestInterceptor {
  constructor(private readonly limits: RequestLimits) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { ip } = context.switchToHttp().getRequest<Request>();
    return next.handle().pipe(
      catchError(async (error: unknown) => {
        if (error instanceof DomainError && error.code === 'UNAUTHORIZED') await this.limits.countWrong('secret', ip);
        throw error;
      }),
    );
  }
}
