import { Body, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BusinessClock } from '../../../../common/time/clocks.js';
import { AbandonAttemptService } from '../../../../products/payments/attempts/abandon-attempt.service.js';
import type { PayerPayment } from '../../../../products/payments/checkout/payment-page.js';
import { ConfirmChargeService } from '../../../../products/payments/subscriptions/charges/confirm-charge.service.js';
import { AcceptSubscriptionService } from '../../../../products/payments/subscriptions/accept-subscription.service.js';
import type { FormFields } from '../../../../runtime/http/body/form-body.js';
import { readField } from '../../shell/form-field.js';
import { isStale } from '../../shell/stale-form.js';
import { PayerPages } from '../../shell/payer-pages.js';
import { PAYMENT_PATH } from '../../../../products/payments/checkout/payment-path.js';
import { PaymentResponder } from '../payment-responder.js';
import { consentDigest } from './consent-digest.js';

/** The forms in which a payer consents to a subscription, or confirms or refuses a charge. */
@PayerPages(`${PAYMENT_PATH}/:transactionId`)
export class MandateController {
  constructor(
    private readonly responder: PaymentResponder,
    private readonly acceptMandate: AcceptSubscriptionService,
    private readonly confirmCharge: ConfirmChargeService,
    private readonly abandonAttempt: AbandonAttemptService,
    private readonly clock: BusinessClock,
  ) {}

  /** Stores the consent text that the payer saw. If the text has changed since the page was sent, the payer gets the new page instead. */
  @Post('agree')
  async agree(
    @Param('transactionId') id: string,
    @Body() body: FormFields,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const view = await this.responder.requireView(id);
    const consent = this.responder.consentTextOf(view, request);
    if (!consent || isStale(body, view.state)) return this.responder.goToPage(id, request, response);
    if (readField(body, 'seen') !== consentDigest(consent))
      return this.responder.showPage(view, request, response, { formProblems: [{ problem: 'agreement_changed' }] });
    const code = readField(body, 'code');
    if (!code) return this.responder.showPage(view, request, response, { formProblems: [{ problem: 'code_missing' }] });
    const evidence = { ...consent, shownAt: this.clock.now().toISOString(), address: request.ip ?? '' };
    await this.responder.respondToForm(await this.acceptMandate.run(id, code, evidence), id, request, response);
  }

  @Post('charge')
  async charge(
    @Param('transactionId') id: string,
    @Body() body: FormFields,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!this.awaitsPayer(await this.responder.requireView(id), body)) return this.responder.goToPage(id, request, response);
    await this.responder.respondToForm(await this.confirmCharge.run(id), id, request, response);
  }

  @Post('refuse')
  async refuse(
    @Param('transactionId') id: string,
    @Body() body: FormFields,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (this.awaitsPayer(await this.responder.requireView(id), body)) await this.abandonAttempt.cancelPayment(id);
    this.responder.goToPage(id, request, response);
  }

  /** The path of a form redirects to the page when it is opened with GET. */
  @Get(['agree', 'charge', 'refuse'])
  formAddress(@Param('transactionId') id: string, @Req() request: Request, @Res() response: Response): void {
    this.responder.goToPage(id, request, response);
  }

  private awaitsPayer({ state, recurring }: PayerPayment, body: FormFields): boolean {
    return Boolean(recurring?.mandate?.awaitsPayer) && !isStale(body, state);
  }
}
