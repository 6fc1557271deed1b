import { HttpException, Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../../common/errors/domain-error.js';
import { ERRORS } from '../../../common/errors/error-codes.js';
import { Parts } from '../../../platform/products/parts.js';
import { isDatabaseUnavailable, RETRY_WHEN_UNAVAILABLE_SECONDS } from '../../../runtime/http/database-unavailable.js';
import { setRetryAfter } from '../../../runtime/http/set-retry-after.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { requestedLocale, chooseLocale } from '../../pages/locale.js';
import { PageRenderer } from '../../pages/page-renderer.js';
import { UnknownLink } from './unknown-link.js';
import { sendPage } from '../../pages/send-page.js';
import { findPaymentPath } from './payment-paths.js';
import { type ShellTexts, TEXTS } from '../../languages/texts.js';

/** Shows an error to the payer as a page that says what to do. An unexpected error is logged with the number that the page shows. */
@Injectable()
export class ProblemPage {
  constructor(
    private readonly pages: PageRenderer,
    private readonly parts: Parts,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  show(error: unknown, request: Request, response: Response): void {
    const status = statusOf(error);
    const errorId = status >= 500 ? uuidv7() : null;
    if (errorId) this.log.error({ err: error, errorId, method: request.method, route: 'payer page' }, 'A request to a payer page failed');
    if (response.headersSent) return void response.end();
    setRetryAfter(response, retryAfter(error));
    const html = this.render(status, errorId, error, request);
    response.status(status);
    sendPage(request, response, html);
  }

  private render(status: number, errorId: string | null, error: unknown, request: Request): string {
    const locale = chooseLocale(request);
    const shell = TEXTS[locale].shell;
    const [path = ''] = request.originalUrl.split('?', 1);
    const { title, text } = shell.problem[textKeyOf(status, error)];
    return this.pages.render(
      'web/checkout/shell/templates/problem',
      {
        shell,
        scripts: [],
        title,
        heading: title,
        text,
        errorId,
        // With 404 the payment may not exist, and with 403 another website may have sent the request: both pages have no link to a payment.
        paymentPath: [403, 404].includes(status) ? null : findPaymentPath(path, this.parts.products),
      },
      { locale, chosenLocale: requestedLocale(request), path: request.method === 'GET' ? path : undefined },
    );
  }
}

function statusOf(error: unknown): number {
  if (error instanceof DomainError) return ERRORS[error.code].status;
  if (error instanceof HttpException) return error.getStatus();
  return isDatabaseUnavailable(error) ? 503 : 500;
}

function retryAfter(error: unknown): number | undefined {
  if (error instanceof DomainError) return error.details.retryAfterSeconds;
  return isDatabaseUnavailable(error) ? RETRY_WHEN_UNAVAILABLE_SECONDS : undefined;
}

function textKeyOf(status: number, error: unknown): keyof Omit<ShellTexts['problem'], 'errorId' | 'open'> {
  if (error instanceof UnknownLink) return 'link';
  if (status >= 500) return 'failed';
  if (status === 429) return 'busy';
  if (status === 403) return 'refused';
  if ([400, 413, 415, 422].includes(status)) return 'unreadable';
  return error instanceof DomainError && error.code === 'ROUTE_NOT_FOUND' ? 'unknown' : 'missing'; // a wrong path, or an unknown payment
}
