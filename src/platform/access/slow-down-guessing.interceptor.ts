import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { catchError, type Observable } from 'rxjs';
import { DomainError } from '../../common/errors/domain-error.js';
import { RequestLimits } from '../../runtime/rate-limits/request-limits.js';

/** An address that brings a wrong secret or signature too often has to wait before the next one is looked at, be it right or wrong. */
@Injectable()
export class SlowDownGuessingInterceptor implements NestInterceptor {
  constructor(private readonly limits: RequestLimits) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { ip } = context.switchToHttp().getRequest<Request>();
    this.limits.refuseGuesser('secret', ip);
    return next.handle().pipe(
      catchError(async (error: unknown) => {
        if (error instanceof DomainError && error.code === 'UNAUTHORIZED') await this.limits.countWrong('secret', ip);
        throw error;
      }),
    );
  }
}
