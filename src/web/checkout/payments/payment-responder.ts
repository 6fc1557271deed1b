import { Injectable, NotFoundException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { PaymentPage } from '../../../products/payments/checkout/payment-page.js';
import { PaymentPageQuery } from '../../../products/payments/checkout/payment-page.query.js';
import { Environment } from '../../../runtime/config/environment.js';
import { CheckoutShell } from '../shell/checkout-shell.js';
import { checkoutPage, PAYMENT_PATH, takesForms } from './checkout-page.js';
import { type FormTrouble, refusalOf } from './checkout-problem.js';
import { RememberedMethod } from './remembered-method.js';

/** Answers a payer's browser with the page of the payment's stage, or with the way to it. */
@Injectable()
export class PaymentResponder {
  constructor(
    private readonly pages: PaymentPageQuery,
    private readonly shell: CheckoutShell,
    private readonly clock: BusinessClock,
    private readonly environment: Environment,
    private readonly remembered: RememberedMethod,
  ) {}

  /** @throws NotFoundException when the id is unknown or malformed */
  async view(transactionId: string): Promise<PaymentPage> {
    const view = await this.pages.run(transactionId);
    if (!view) throw new NotFoundException();
    return view;
  }

  /** The page of the present stage. What a form got wrong is shown in it, with the status that says so. */
  async showPage(transactionId: string, request: Request, response: Response, trouble: FormTrouble | null = null): Promise<void> {
    const view = await this.view(transactionId);
    if (trouble && !takesForms(view)) return this.goToPage(transactionId, request, response);
    const around = {
      now: this.clock.now(),
      displayTimeZone: this.environment.app.displayTimeZone,
      remembered: this.remembered.of(request),
      sandboxUrl: this.environment.sandbox.enabled ? this.environment.sandbox.url : null,
    };
    this.shell.show(
      view.brand?.language ?? null,
      (locale) => checkoutPage(view, trouble, { locale, ...around }),
      request,
      response,
      refusalOf(trouble),
    );
  }

  /** @param below a path below the payment's */
  goToPage(transactionId: string, request: Request, response: Response, below = ''): void {
    this.shell.goTo(`${PAYMENT_PATH}/${encodeURIComponent(transactionId)}${below}`, request, response);
  }
}
