import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { DomainError } from '../../../common/errors/domain-error.js';
import { ERRORS } from '../../../common/errors/error-codes.js';
import { isDatabaseUnavailable } from '../../../runtime/http/database-unavailable.js';
import { setRetryAfter } from '../../../runtime/http/set-retry-after.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import type { PanelTexts } from '../texts/texts.js';
import { PanelPage, urlOf } from './panel-page.js';
import { PanelRejection, STATUS_OF_REJECTION } from './panel-rejection.js';
import type { PanelRequest } from './panel-request.js';

/** Shows an error of a route as a page. The page has no stack trace, and hides whether an object of another partner exists. */
@Catch()
@Injectable()
export class PanelErrorFilter implements ExceptionFilter {
  constructor(
    private readonly page: PanelPage,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const [request, response] = [host.switchToHttp().getRequest<PanelRequest>(), host.switchToHttp().getResponse<Response>()];
    if (response.headersSent) return void response.destroy(); // a download that fails midway must not look complete
    if (error instanceof PanelRejection && (error.kind === 'sign-in' || error.kind === 'prove')) {
      const next = encodeURIComponent(this.page.pathToReturnTo(request));
      return this.page.goTo(request, response, `${error.kind === 'sign-in' ? '/sign-in' : '/prove'}?next=${next}`);
    }
    const status = statusOf(error);
    if (status >= 500)
      this.log.error({ err: error, req: { id: request.headers['x-request-id'], method: request.method } }, 'A request to the panel failed');
    if (error instanceof DomainError) setRetryAfter(response, error.details.retryAfterSeconds);
    this.page.show(request, response, (t) => {
      const { title, text } = t.problems[textKeyOf(error, status)];
      return { template: 'shell/templates/problem', title, data: { text, list: listWithoutFilter(request, error, t) }, status };
    });
  }
}

/** The link to the list with its valid filters. @returns null for other errors */
function listWithoutFilter(request: PanelRequest, error: unknown, { withoutFilter }: PanelTexts): { path: string; name: string } | null {
  if (request.method !== 'GET' || !(error instanceof PanelRejection)) return null;
  if (error.kind !== 'wrong-day' && error.kind !== 'wrong-choice') return null;
  const { pathname, searchParams } = urlOf(request);
  const invalid = error.kind === 'wrong-day' ? ['from', 'to'] : ['product', 'status'];
  for (const name of [...invalid, 'behind', 'after', 'lang']) searchParams.delete(name);
  const query = searchParams.toString();
  // Express also matches paths in capitals and with a slash at the end.
  return { path: `${pathname.replace(/(\.csv|\/resend)\/?$/i, '')}${query && '?'}${query}`, name: withoutFilter[error.kind] };
}

function statusOf(error: unknown): number {
  if (error instanceof PanelRejection) return STATUS_OF_REJECTION[error.kind];
  if (error instanceof DomainError) return ERRORS[error.code].status;
  if (error instanceof HttpException) return error.getStatus();
  return isDatabaseUnavailable(error) ? 503 : 500;
}

function textKeyOf(error: unknown, status: number): keyof PanelTexts['problems'] {
  if (error instanceof PanelRejection && error.kind !== 'sign-in' && error.kind !== 'prove') return error.kind;
  if (status === 404) return 'missing';
  if (status === 413) return 'large';
  if (status === 429) return 'busy';
  return status < 500 ? 'unreadable' : 'failed';
}
