import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../common/errors/domain-error.js';
import { HTTP_STATUS_OF } from '../../common/errors/error-codes.js';
import { isDatabaseUnavailable } from '../../http/database-unavailable.js';
import { LOGGER } from '../../logging/logger.js';
import { chooseLocale } from '../../pages/locale.js';
import { PageRenderer } from '../../pages/page-renderer.js';
import { checkoutPath } from './checkout-page.js';
import type { CheckoutTexts } from './texts.en.js';
import { TEXTS } from './texts.js';

/** A payer gets a page that says what to do, not JSON. What was not expected is logged under the number on the page. */
@Injectable()
@Catch()
export class CheckoutErrorFilter implements ExceptionFilter {
  constructor(
    private readonly pages: PageRenderer,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const status = statusOf(error);
    const errorId = status >= 500 ? uuidv7() : null;
    if (errorId) this.log.error({ err: error, errorId, method: request.method, route: 'payer page' }, 'a payer page failed');
    if (response.headersSent) return void response.end();
    const locale = chooseLocale(request);
    const t = TEXTS[locale];
    const id = request.params['transactionId'];
    const paymentPath = typeof id === 'string' && (status === 429 || status >= 500) ? checkoutPath(encodeURIComponent(id)) : null;
    const { title, text } = t.problem[kindOf(status)];
    const html = this.pages.render(
      'checkout/direct-billing/templates/problem',
      { t, title, text, errorId, paymentPath },
      { locale, path: request.method === 'GET' ? request.path : undefined },
    );
    response.status(status).type('html').send(html);
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
  return status === 403 ? 'refused' : 'missing';
}
