import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../common/errors/domain-error.js';
import { HTTP_STATUS_OF } from '../../common/errors/error-codes.js';
import { errorAnswer } from '../../common/api/error-answer.js';
import { ReplayedAnswer } from '../../common/api/replayed-answer.js';
import { LOGGER } from '../logging/logger.js';
import { isDatabaseUnavailable, RETRY_WHEN_UNAVAILABLE_SECONDS } from './database-unavailable.js';
import { setRetryAfter } from './set-retry-after.js';
import { shownPath } from './shown-path.js';

/** Turns every error into the contract's body. What is not known answers 500 with an id that is in the log, and nothing else. */
@Catch()
export class DomainErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly log: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (response.headersSent) {
      response.destroy(error instanceof Error ? error : undefined);
      return;
    }
    if (error instanceof ReplayedAnswer) return this.replay(response, error);
    const known = this.toDomainError(error);
    if (known) this.answer(response, known);
    else this.answerUnknown(response, error, request);
  }

  private toDomainError(error: unknown): DomainError | null {
    if (error instanceof DomainError) return error;
    // Nest and Express throw these for paths they cannot route; bodies are translated where they are parsed.
    if (error instanceof HttpException && [400, 403, 404, 405].includes(error.getStatus())) return new DomainError('ROUTE_NOT_FOUND');
    if (isDatabaseUnavailable(error)) {
      this.log.warn({ err: error }, 'the database is not available');
      return new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_WHEN_UNAVAILABLE_SECONDS });
    }
    return null;
  }

  private replay(response: Response, { status, body }: ReplayedAnswer): void {
    response.status(status).setHeader('Idempotency-Replayed', 'true');
    if (body !== '') response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(body);
  }

  private answer(response: Response, error: DomainError): void {
    const status = HTTP_STATUS_OF[error.code];
    setRetryAfter(response, error.details.retryAfterSeconds);
    if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    response.status(status).json(errorAnswer(error));
  }

  private answerUnknown(response: Response, error: unknown, request: Request): void {
    const errorId = uuidv7();
    this.log.error(
      { err: error, errorId, requestId: response.getHeader('X-Request-Id'), method: request.method, path: shownPath(request) },
      'unexpected error',
    );
    response.status(500).json({ success: false, errorCode: 'INTERNAL_ERROR', errorId });
  }
}
