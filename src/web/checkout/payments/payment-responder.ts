import { Injectable, NotFoundException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { PaymentPage } from '../../../products/payments/checkout/payment-page.js';
import type { CheckoutResult } from '../../../products/payments/attempts/checkout-result.js';
import { PaymentPageQuery } from '../../../products/payments/checkout/payment-page.query.js';
import type { AgreementResult } from '../../../products/payments/subscriptions/agree-on-page.service.js';
import { Environment } from '../../../runtime/config/environment.js';
import { chooseLocale } from '../../pages/locale.js';
import { CheckoutShell } from '../shell/checkout-shell.js';
import { shownText } from './agreement/agreement-view.js';
import type { ShownText } from './agreement/evidence.js';
import { checkoutPage, PAYMENT_PATH, takesForms } from './checkout-page.js';
import { type FormTrouble, isShownInForm, refusalOf, type Typed } from './checkout-problem.js';
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
    const { displayTimeZone, payerContact = null } = this.environment.app;
    const around = {
      now: this.clock.now(),
      displayTimeZone,
      payerContact,
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

  /** The page that follows from what a form has led to, or its form again with what was wrong. */
  async answer(
    result: AgreementResult | CheckoutResult<object>,
    id: string,
    request: Request,
    response: Response,
    typed?: Typed,
  ): Promise<void> {
    if (!result.ok && isShownInForm(result)) return this.showPage(id, request, response, { wrong: [result], typed });
    const isLeaving = result.ok && 'step' in result && (await this.view(id)).step.kind === 'redirect';
    this.goToPage(id, request, response, isLeaving ? '/away' : '');
  }

  /** What the page of an offer says to this browser; null where nothing is offered. */
  shownText(view: PaymentPage, request: Request): ShownText | null {
    const { displayTimeZone, payerContact = null } = this.environment.app;
    return shownText(view, { locale: chooseLocale(request, view.brand?.language ?? null), displayTimeZone, payerContact });
  }

  /** @param below a path below the payment's */
  goToPage(transactionId: string, request: Request, response: Response, below = ''): void {
    this.shell.goTo(`${PAYMENT_PATH}/${encodeURIComponent(transactionId)}${below}`, request, response);
  }
}
