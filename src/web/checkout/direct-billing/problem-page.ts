import { HttpException, Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../../common/errors/domain-error.js';
import { HTTP_STATUS_OF } from '../../../common/errors/error-codes.js';
import { isDatabaseUnavailable } from '../../../runtime/http/database-unavailable.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { chooseLocale } from '../../pages/locale.js';
import { PageRenderer } from '../../pages/page-renderer.js';
import { checkoutPath } from './checkout-page.js';
import type { CheckoutTexts } from './texts.en.js';
import { TEXTS } from './texts.js';

/** A payer gets a page that says what to do, not JSON. What was not expected is logged under the number on the page. */
@Injectable()
export class ProblemPage {
  constructor(
    private readonly pages: PageRenderer,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @param transactionId as it stands in the path; null when there is none. */
  show(error: unknown, transactionId: string | null, request: Request, response: Response): void {
    const status = statusOf(error);
    const errorId = status >= 500 ? uuidv7() : null;
    if (errorId) this.log.error({ err: error, errorId, method: request.method, route: 'payer page' }, 'a payer page failed');
    if (response.headersSent) return void response.end();
    const wait = error instanceof DomainError ? error.details.retryAfterSeconds : undefined;
    if (wait !== undefined) response.setHeader('Retry-After', String(Math.max(1, Math.ceil(wait))));
    const html = this.render(status, errorId, transactionId, request);
    response.status(status).type('html').send(html);
  }

  private render(status: number, errorId: string | null, transactionId: string | null, request: Request): string {
    const locale = chooseLocale(request);
    const t = TEXTS[locale];
    const mayGoOn = transactionId !== null && ![403, 404].includes(status);
    const paymentPath = mayGoOn ? checkoutPath(encodeURIComponent(transactionId)) : null;
    const { title, text } = t.problem[kindOf(status)];
    return this.pages.render(
      'web/checkout/direct-billing/templates/problem',
      { t, title, text, errorId, paymentPath },
      { locale, path: request.method === 'GET' ? request.originalUrl.split('?', 1)[0] : undefined },
    );
  }
}

function statusOf(error: unknown): number {
  if (error instanceof DomainError) return HTTP_STATUS_OF[error.code];
  if (error instanceof HttpException) return error.getStatus();
  return isDatabaseUnavailable(error) ? 503 : 500;
}

function kindOf(status: number): keyof Omit<CheckoutTexts['problem'], 'errorId' | 'open'> {
  if (status >= 500) return 'failed';
  if (status === 429) return 'busy';
  if (status === 403) return 'refused';
  return status === 400 || status === 413 || status === 415 ? 'unreadable' : 'missing';
}
