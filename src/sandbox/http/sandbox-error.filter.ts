import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { DomainError } from '../../common/errors/domain-error.js';
import { ERRORS } from '../../common/errors/error-codes.js';
import { DEVELOPERS_LOCALE } from '../../common/locale.js';
import type { PageRenderer } from '../../web/pages/page-renderer.js';

const MESSAGES: Record<number, string> = {
  403: 'This form was not sent from a page of the sandbox.',
  404: 'Page not found.',
  413: 'The request is too large.',
  422: 'That text is not well-formed Unicode.',
};

/** Responds to errors with a page for browsers and JSON for other clients, never with a stack trace. */
@Catch()
export class SandboxErrorFilter implements ExceptionFilter {
  constructor(
    private readonly pages: PageRenderer,
    private readonly log: Logger,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const [request, response] = [host.switchToHttp().getRequest<Request>(), host.switchToHttp().getResponse<Response>()];
    const status = statusOf(error);
    if (status >= 500 && !(error instanceof HttpException)) this.log.error({ err: error }, 'The sandbox could not handle a request');
    if (response.headersSent) return void response.end();
    response.status(status);
    const body = error instanceof HttpException ? error.getResponse() : { statusCode: status };
    if (request.accepts(['json', 'html']) !== 'html') return void response.json(typeof body === 'string' ? { message: body } : body);
    response.type('html').send(this.page(status));
  }

  private page(status: number): string {
    const message = MESSAGES[status] ?? 'Something went wrong.';
    try {
      return this.pages.render('sandbox/templates/error', { title: `Sandbox · ${status}`, status, message }, { locale: DEVELOPERS_LOCALE });
    } catch (error) {
      this.log.error({ err: error }, 'Could not render the error page of the sandbox');
      return message;
    }
  }
}

function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  if (error instanceof DomainError) return ERRORS[error.code].status;
  // Express and its body parser put the status on the error.
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500;
}
