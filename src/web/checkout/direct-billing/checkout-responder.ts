import { Injectable, NotFoundException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BusinessClock } from '../../../common/time/clocks.js';
import { Environment } from '../../../runtime/config/environment.js';
import type { CheckoutView } from '../../../products/direct-billing/checkout/checkout-view.js';
import { CheckoutViewQuery } from '../../../products/direct-billing/checkout/checkout-view.query.js';
import { askedLocale, chooseLocale } from '../../pages/locale.js';
import { PageRenderer } from '../../pages/page-renderer.js';
import { checkoutPage, checkoutPath } from './checkout-page.js';
import { type FormTrouble, statusOf } from './checkout-problem.js';
import { TEXTS } from './texts.js';

/** Answers the payer's browser: with the page of the payment's stage, or with the way to it. */
@Injectable()
export class CheckoutResponder {
  constructor(
    private readonly views: CheckoutViewQuery,
    private readonly pages: PageRenderer,
    private readonly clock: BusinessClock,
    private readonly environment: Environment,
  ) {}

  /** @throws NotFoundException when the id is unknown or malformed */
  async view(transactionId: string): Promise<CheckoutView> {
    const view = await this.views.run(transactionId);
    if (!view) throw new NotFoundException();
    return view;
  }

  /** The page of the present stage. What a form got wrong is shown in it, with the status that says so. */
  async showPage(transactionId: string, request: Request, response: Response, trouble: FormTrouble | null = null): Promise<void> {
    const view = await this.view(transactionId);
    if (trouble && view.stage !== 'choose' && view.stage !== 'code') return this.goToPage(transactionId, request, response);
    const locale = chooseLocale(request);
    const page = checkoutPage(view, trouble, {
      t: TEXTS[locale],
      now: this.clock.now(),
      displayTimeZone: this.environment.app.displayTimeZone,
      testPhoneUrl: this.testPhoneUrl(view.phoneNumber),
    });
    const html = this.pages.render(page.template, page.data, {
      locale,
      askedLocale: askedLocale(request),
      path: checkoutPath(view.transactionId),
    });
    if (trouble?.retryAfterSeconds !== undefined)
      response.setHeader('Retry-After', String(Math.max(1, Math.ceil(trouble.retryAfterSeconds))));
    response.status(statusOf(trouble)).type('html').send(html);
  }

  /** 303, so that reloading the page never sends a form again. */
  goToPage(transactionId: string, request: Request, response: Response): void {
    response.redirect(303, this.pages.link(checkoutPath(encodeURIComponent(transactionId)), askedLocale(request)));
  }

  private testPhoneUrl(phoneNumber: string | null): string | null {
    const { sandbox } = this.environment;
    if (!sandbox.enabled) return null;
    return phoneNumber ? `${sandbox.url}/phone/${phoneNumber}` : `${sandbox.url}/phone`;
  }
}
