import { Injectable, NotFoundException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BusinessClock } from '../../../common/time/clocks.js';
import { Environment } from '../../../runtime/config/environment.js';
import type { CheckoutView } from '../../../products/direct-billing/checkout/checkout-view.js';
import { CheckoutViewQuery } from '../../../products/direct-billing/checkout/checkout-view.query.js';
import { CheckoutShell } from '../shell/checkout-shell.js';
import { CHECKOUT_PATH, checkoutPage, hasEnded } from './checkout-page.js';
import { type FormTrouble, refusalOf } from './checkout-problem.js';

/** Answers a payer's browser with the page of the transaction's stage, or with the way to it. */
@Injectable()
export class DirectBillingResponder {
  constructor(
    private readonly views: CheckoutViewQuery,
    private readonly shell: CheckoutShell,
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
    const around = {
      now: this.clock.now(),
      displayTimeZone: this.environment.app.displayTimeZone,
      testPhoneUrl: this.testPhoneUrl(view),
    };
    this.shell.show(
      view.brand?.language ?? null,
      (locale) => checkoutPage(view, trouble, { locale, ...around }),
      request,
      response,
      refusalOf(trouble),
    );
  }

  goToPage(transactionId: string, request: Request, response: Response): void {
    this.shell.goTo(`${CHECKOUT_PATH}/${encodeURIComponent(transactionId)}`, request, response);
  }

  private testPhoneUrl({ stage, phoneNumber }: CheckoutView): string | null {
    const { sandbox } = this.environment;
    if (!sandbox.enabled) return null;
    return phoneNumber && !hasEnded(stage) ? `${sandbox.url}/phone/${phoneNumber}` : `${sandbox.url}/phone`;
  }
}
