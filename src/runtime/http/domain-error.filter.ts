import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../common/errors/domain-error.js';
import { HTTP_STATUS_OF } from '../../common/errors/error-codes.js';
import { errorBody } from '../../common/api/error-body.js';
import { ReplayedResponse } from '../../common/api/replayed-response.js';
import { LOGGER } from '../logging/logger.js';
import { type ErrorHelp, isErrorCode } from './help/error-help.js';
import { nameIgnoredMembers } from './help/name-ignored-members.js';
import { isDatabaseUnavailable, RETRY_WHEN_UNAVAILABLE_SECONDS } from './database-unavailable.js';
import { setRetryAfter } from './set-retry-after.js';
import { logPath } from './log-path.js';

/**
 * Turns every error into the contract's body. An unknown error becomes a 500 with nothing but an id, which is in the log. `before` may do something
 * with the error first; an error that it throws is answered instead.
 */
@Catch()
export class DomainErrorFilter implements ExceptionFilter {
  constructor(
    @Inject(LOGGER) private readonly log: Logger,
    private readonly help: ErrorHelp,
    private readonly before: (request: Request, error: unknown) => Promise<void> | undefined = () => undefined,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const answer = (told: unknown): void => this.answerError(told, request, response);
    const waiting = this.before(request, error);
    if (waiting)
      void waiting
        .then(
          () => error,
          (failure: unknown) => failure,
        )
        .then(answer);
    else answer(error);
  }

  private answerError(error: unknown, request: Request, response: Response): void {
    if (response.headersSent) {
      response.destroy(error instanceof Error ? error : undefined);
      return;
    }
    nameIgnoredMembers(request, response);
    if (error instanceof ReplayedResponse) return this.replay(request, response, error);
    const known = this.toDomainError(error);
    if (known) this.answer(request, response, known);
    else this.answerUnknown(response, error, request);
  }

  private toDomainError(error: unknown): DomainError | null {
    if (error instanceof DomainError) return error;
    // Nest and Express throw these for paths that they cannot route; reading a body throws its own errors.
    if (error instanceof HttpException && [400, 403, 404, 405].includes(error.getStatus())) return new DomainError('ROUTE_NOT_FOUND');
    if (isDatabaseUnavailable(error)) {
      this.log.warn({ err: error }, 'the database is not available');
      return new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_WHEN_UNAVAILABLE_SECONDS });
    }
    return null;
  }

  private replay(request: Request, response: Response, { status, body }: ReplayedResponse): void {
    const code = status >= 400 ? (JSON.parse(body) as { errorCode?: unknown }).errorCode : undefined;
    if (isErrorCode(code)) this.help.add(request, response, { code, details: {} });
    response.status(status).setHeader('Idempotency-Replayed', 'true');
    if (body !== '') response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(body);
  }

  private answer(request: Request, response: Response, error: DomainError): void {
    const status = HTTP_STATUS_OF[error.code];
    this.help.add(request, response, error);
    setRetryAfter(response, error.details.retryAfterSeconds);
    if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    response.status(status).json(errorBody(error));
  }

  private answerUnknown(response: Response, error: unknown, request: Request): void {
    const errorId = uuidv7();
    this.log.error(
      { err: error, errorId, requestId: response.getHeader('X-Request-Id'), method: request.method, path: logPath(request) },
      'unexpected error',
    );
    response.status(500).json({ success: false, errorCode: 'INTERNAL_ERROR', errorId });
  }
}
