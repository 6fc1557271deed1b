import { createHash } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { catchError, from, mergeMap, type Observable, throwError } from 'rxjs';
import { DataSource } from 'typeorm';
import type { AccessRequest } from '../access/caller.js';
import { DomainError, invalidField } from '../../common/errors/domain-error.js';
import { HTTP_STATUS_OF } from '../../common/errors/error-codes.js';
import { errorAnswer } from '../../common/api/error-answer.js';
import { ReplayedAnswer } from '../../common/api/replayed-answer.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { IdempotentRequest } from './idempotent-request.js';
import { isKept } from './kept-answers.js';

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
    const response = http.getResponse<Response>();
    const key = request.headers['idempotency-key'];
    if (key === undefined || !request.caller) return next.handle();
    if (typeof key !== 'string' || !/^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) {
      throw invalidField('Idempotency-Key', 'The Idempotency-Key must have 1 to 255 printable ASCII characters.');
    }
    const owner = { partnerId: request.caller.partnerId, key };
    const claimed = await this.keys.claim(owner, fingerprint(request));
    if ('status' in claimed) throw new ReplayedAnswer(claimed.status, claimed.body);
    const idempotent = new IdempotentRequest(this.keys, owner, claimed.claimId);
    request.idempotent = idempotent;
    return next.handle().pipe(
      mergeMap(async (answer: unknown) => {
        await idempotent.keep(this.dataSource, response.statusCode, answer);
        return answer;
      }),
      catchError((error: unknown) => from(this.afterError(idempotent, error)).pipe(mergeMap(() => throwError(() => error)))),
    );
  }

  private async afterError(idempotent: IdempotentRequest, error: unknown): Promise<void> {
    const status = error instanceof DomainError ? HTTP_STATUS_OF[error.code] : 500;
    if (error instanceof DomainError && isKept(status)) await idempotent.keep(this.dataSource, status, errorAnswer(error));
    else await idempotent.release();
  }
}

function fingerprint(request: IdempotentHttpRequest): Buffer {
  return createHash('sha256')
    .update(`${request.method} ${request.originalUrl}\n`)
    .update(request.bodyBytes ?? '')
    .digest();
}
