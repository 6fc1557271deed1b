import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { catchError, from, mergeMap, type Observable, throwError } from 'rxjs';
import { DataSource } from 'typeorm';
import { errorAnswer } from '../../common/api/error-answer.js';
import { ReplayedAnswer } from '../../common/api/replayed-answer.js';
import { DomainError, invalidField } from '../../common/errors/domain-error.js';
import { HTTP_STATUS_OF } from '../../common/errors/error-codes.js';
import type { AccessRequest } from '../access/caller.js';
import { fingerprintOf } from './fingerprint.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { IdempotentRequest, keptAnswer } from './idempotent-request.js';
import { keepAnswer } from './keep-answer.js';
import { isKept, type KeyClaim } from './kept-answer.js';

export interface IdempotentHttpRequest extends AccessRequest {
  idempotent?: IdempotentRequest;
}

/** `Idempotency-Key` on every POST of a partner: the same request twice has one effect and one answer. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly dataSource: DataSource,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<IdempotentHttpRequest>();
    const { statusCode } = http.getResponse<Response>();
    const key = request.headers['idempotency-key'];
    if (key === undefined || !request.caller) return next.handle();
    if (typeof key !== 'string' || !/^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) {
      throw invalidField('Idempotency-Key', 'The Idempotency-Key must have 1 to 255 printable ASCII characters.');
    }
    const claim = await this.keys.claim({ partnerId: request.caller.partnerId, key }, fingerprintOf(request));
    if ('status' in claim) throw new ReplayedAnswer(claim.status, claim.body);
    const idempotent = new IdempotentRequest(claim, statusCode);
    request.idempotent = idempotent;
    return next.handle().pipe(
      mergeMap(async (answer: unknown) => {
        if (!idempotent.isKept) await keepAnswer(this.dataSource, keptAnswer(claim, statusCode, answer));
        return answer;
      }),
      catchError((error: unknown) => from(this.afterError(claim, error)).pipe(mergeMap(() => throwError(() => error)))),
    );
  }

  /** What says something about the request's effect is its answer; after anything else the key may be used again. */
  private async afterError(claim: KeyClaim, error: unknown): Promise<void> {
    if (!(error instanceof DomainError) || !isKept(HTTP_STATUS_OF[error.code])) return this.keys.release(claim);
    if (error.code === 'IDEMPOTENCY_CONFLICT') return; // the key is another request's by now
    try {
      await keepAnswer(this.dataSource, keptAnswer(claim, HTTP_STATUS_OF[error.code], errorAnswer(error)));
    } catch (failure) {
      await this.keys.release(claim);
      throw failure;
    }
  }
}
