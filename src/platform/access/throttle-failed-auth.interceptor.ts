import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { catchError, type Observable } from 'rxjs';
import { DomainError } from '../../common/errors/domain-error.js';
import { RequestLimits } from '../../runtime/rate-limits/request-limits.js';

/**
 * Responds with 429 to an address that sends a wrong secret or signature too often. A correct secret or signature is still accepted, so
 * that no callback is lost because another client with the same address guesses secrets.
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
