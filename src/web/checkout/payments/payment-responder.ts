import { Injectable, NotFoundException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { PayerPayment } from '../../../products/payments/checkout/payment-page.js';
import type { CheckoutResult } from '../../../products/payments/attempts/checkout-result.js';
import { MandateLinks } from '../../../products/payments/checkout/mandate-links.js';
import { PaymentPageQuery } from '../../../products/payments/checkout/payment-page.query.js';
import type { AcceptResult } from '../../../products/payments/subscriptions/accept-subscription.service.js';
import { ChannelMarksQuery } from '../../../products/payments/payment-methods/marks/channel-marks.query.js';
import { Environment } from '../../../runtime/config/environment.js';
import { chooseLocale } from '../../pages/locale.js';
import { CheckoutShell } from '../shell/checkout-shell.js';
import { consentText } from './mandate/mandate-view.js';
import { subscriptionPath } from './mandate/subscription-path.js';
import type { ConsentText } from './mandate/consent-digest.js';
import { PAYMENT_PATH } from '../../../products/payments/checkout/payment-path.js';
import { paymentPage, hasFormFields } from './checkout-page.js';
import { type PaymentFormErrors, isFormError, paymentErrorStatus, type SubmittedValues } from './checkout-problem.js';
import { RememberedMethod } from './remembered-method.js';

/** Sends the page of the payment's stage to a payer's browser, or redirects to this page. */
@Injectable()
export class PaymentResponder {
  constructor(
    private readonly pages: PaymentPageQuery,
    private readonly shell: CheckoutShell,
    private readonly clock: BusinessClock,
    private readonly environment: Environment,
    private readonly remembered: RememberedMethod,
    private readonly marks: ChannelMarksQuery,
    private readonly links: MandateLinks,
  ) {}

  /** @throws NotFoundException when the id is unknown or malformed */
  async requireView(transactionId: string): Promise<PayerPayment> {
    const view = await this.pages.run(transactionId);
    if (!view) throw new NotFoundException();
    return view;
  }

  /** Sends the page of the payment's stage, with the errors of a form and their HTTP status, if any. */
  async showPage(view: PayerPayment, request: Request, response: Response, formErrors: PaymentFormErrors | null = null): Promise<void> {
    if (formErrors && (view.closed || !hasFormFields(view))) return this.goToPage(view.transactionId, request, response);
    const { displayTimeZone, payerContact = null } = this.environment.app;
    const context = {
      now: this.clock.now(),
      displayTimeZone,
      payerContact,
      publicUrl: this.environment.http.publicUrl,
      mandatePage: (subscriptionId: string) => subscriptionPath(subscriptionId, this.links.signatureOf(subscriptionId)),
      remembered: this.remembered.readMethod(request),
      marks: await this.marks.layout(),
      sandboxUrl: this.environment.sandbox.enabled ? this.environment.sandbox.url : null,
    };
    this.shell.show(
      view.brand?.language ?? null,
      (locale) => paymentPage(view, formErrors, { locale, ...context }),
      request,
      response,
      paymentErrorStatus(formErrors),
    );
  }

  /** Redirects to the page after a form, or sends the form again with its errors. */
  async respondToForm(
    result: AcceptResult | CheckoutResult<object>,
    id: string,
    request: Request,
    response: Response,
    submittedValues?: SubmittedValues,
  ): Promise<void> {
    if (!result.ok && isFormError(result))
      return this.showPage(await this.requireView(id), request, response, { formProblems: [result], submittedValues });
    const redirectsToAcquirer = result.ok && 'step' in result && (await this.requireView(id)).step.kind === 'redirect';
    this.goToPage(id, request, response, redirectsToAcquirer ? '/away' : '');
  }

  /** The text of the offered mandate in this browser's language; null without an offer. */
  consentTextOf(view: PayerPayment, request: Request): ConsentText | null {
    const { displayTimeZone, payerContact = null } = this.environment.app;
    return consentText(view, { locale: chooseLocale(request, view.brand?.language ?? null), displayTimeZone, payerContact });
  }

  /** @param subpath a path below the payment's path, such as `/away` */
  goToPage(transactionId: string, request: Request, response: Response, subpath = ''): void {
    this.shell.goTo(`${PAYMENT_PATH}/${encodeURIComponent(transactionId)}${subpath}`, request, response);
  }
}
