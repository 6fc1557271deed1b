import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../common/errors/domain-error.js';
import { ERRORS, isErrorCode } from '../../common/errors/error-codes.js';
import { errorBody } from '../../common/api/error-body.js';
import { ReplayedResponse } from '../../common/api/replayed-response.js';
import { LOGGER } from '../logging/logger.js';
import type { ErrorHelp } from './help/error-help.js';
import { setIgnoredFieldsHeader } from './help/ignored-members.js';
import { isDatabaseUnavailable, RETRY_WHEN_UNAVAILABLE_SECONDS } from './database-unavailable.js';
import { setRetryAfter } from './set-retry-after.js';
import { logPath } from './log-path.js';

/**
 * Converts each error to the response body of the contract. An unexpected error becomes a 500 that only has an error id. The log has the
 * error and this id. `beforeResponse` runs before the response is sent. If `beforeResponse` throws an error, the response is about that
 * error.
 */
@Catch()
export class DomainErrorFilter implements ExceptionFilter {
  constructor(
    @Inject(LOGGER) private readonly log: Logger,
    private readonly help: ErrorHelp,
    private readonly beforeResponse: (request: Request, error: unknown) => Promise<void> | undefined = () => undefined,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const respond = (cause: unknown): void => this.respondToError(cause, request, response);
    const preparation = this.beforeResponse(request, error);
    if (preparation)
      void preparation
        .then(
          () => error,
          (failure: unknown) => failure,
        )
        .then(respond);
    else respond(error);
  }

  private respondToError(error: unknown, request: Request, response: Response): void {
    if (response.headersSent) {
      response.destroy(error instanceof Error ? error : undefined);
      return;
    }
    setIgnoredFieldsHeader(request, response);
    if (error instanceof ReplayedResponse) return this.replay(request, response, error);
    const domainError = this.toDomainError(error);
    if (domainError) this.respondToDomainError(request, response, domainError);
    else this.respondToUnexpectedError(response, error, request);
  }

  private toDomainError(error: unknown): DomainError | null {
    if (error instanceof DomainError) return error;
    // Nest and Express throw these for paths without a route. Errors about bodies are DomainErrors.
    if (error instanceof HttpException && [400, 403, 404, 405].includes(error.getStatus())) return new DomainError('ROUTE_NOT_FOUND');
    if (isDatabaseUnavailable(error)) {
      this.log.warn({ err: error }, 'The database is not available');
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

  private respondToDomainError(request: Request, response: Response, error: DomainError): void {
    const status = ERRORS[error.code].status;
    this.help.add(request, response, error);
    setRetryAfter(response, error.details.retryAfterSeconds);
    if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    response.status(status).json(errorBody(error));
  }

  private respondToUnexpectedError(response: Response, error: unknown, request: Request): void {
    const errorId = uuidv7();
    this.log.error(
      { err: error, errorId, requestId: response.getHeader('X-Request-Id'), method: request.method, path: logPath(request) },
      'unexpected error',
    );
    response.status(500).json({ success: false, errorCode: 'INTERNAL_ERROR', errorId });
  }
}
