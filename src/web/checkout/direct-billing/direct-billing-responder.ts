import { Injectable, NotFoundException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BusinessClock } from '../../../common/time/clocks.js';
import { Environment } from '../../../runtime/config/environment.js';
import type { CheckoutView } from '../../../products/direct-billing/checkout/checkout-view.js';
import { CheckoutQueries } from '../../../products/direct-billing/checkout/checkout.queries.js';
import { CheckoutShell } from '../shell/checkout-shell.js';
import { CHECKOUT_PATH } from '../../../products/direct-billing/checkout/checkout-path.js';
import { directBillingPage, hasEnded } from './checkout-page.js';
import { type DirectBillingFormErrors, directBillingErrorStatus } from './checkout-problem.js';

/** Sends the page of the transaction's stage to a payer's browser, or redirects to this page. */
@Injectable()
export class DirectBillingResponder {
  constructor(
    private readonly checkout: CheckoutQueries,
    private readonly shell: CheckoutShell,
    private readonly clock: BusinessClock,
    private readonly environment: Environment,
  ) {}

  /** @throws NotFoundException when the id is unknown or malformed */
  async requireView(transactionId: string): Promise<CheckoutView> {
    const view = await this.checkout.view(transactionId);
    if (!view) throw new NotFoundException();
    return view;
  }

  /** Sends the page of the transaction's stage, with the errors of a form and their HTTP status, if any. */
  showPage(view: CheckoutView, request: Request, response: Response, formErrors: DirectBillingFormErrors | null = null): void {
    if (formErrors && (view.closed || (view.stage !== 'choose' && view.stage !== 'code')))
      return this.goToPage(view.transactionId, request, response);
    const context = {
      now: this.clock.now(),
      displayTimeZone: this.environment.app.displayTimeZone,
      testPhoneUrl: this.testPhoneUrl(view),
    };
    this.shell.show(
      view.brand?.language ?? null,
      (locale) => directBillingPage(view, formErrors, { locale, ...context }),
      request,
      response,
      directBillingErrorStatus(formErrors),
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
