import { Body, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BusinessClock } from '../../../../common/time/clocks.js';
import { LeaveAttemptService } from '../../../../products/payments/attempts/leave-attempt.service.js';
import type { PaymentPage } from '../../../../products/payments/checkout/payment-page.js';
import { ConfirmChargeService } from '../../../../products/payments/subscriptions/charges/confirm-charge.service.js';
import { AgreeOnPageService } from '../../../../products/payments/subscriptions/agree-on-page.service.js';
import type { FormFields } from '../../../../runtime/http/body/form-body.js';
import { readField } from '../../shell/form-field.js';
import { isOutdated } from '../../shell/outdated-form.js';
import { PayerPages } from '../../shell/payer-pages.js';
import { PAYMENT_PATH } from '../checkout-page.js';
import { PaymentResponder } from '../payment-responder.js';
import { digestOf } from './evidence.js';

/** The forms of recurring payments: to agree to them, and to confirm a charge that waits for its payer. */
@PayerPages(`${PAYMENT_PATH}/:transactionId`)
export class AgreementController {
  constructor(
    private readonly responder: PaymentResponder,
    private readonly agreeOnPage: AgreeOnPageService,
    private readonly confirmCharge: ConfirmChargeService,
    private readonly leaveAttempt: LeaveAttemptService,
    private readonly clock: BusinessClock,
  ) {}

  /** What is kept is what stood on the page: where that would be something else by now, the payer reads it first. */
  @Post('agree')
  async agree(
    @Param('transactionId') id: string,
    @Body() body: FormFields,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const view = await this.responder.view(id);
    const shown = this.responder.shownText(view, request);
    if (!shown || isOutdated(body, view.state)) return this.responder.goToPage(id, request, response);
    if (readField(body, 'seen') !== digestOf(shown))
      return this.responder.showPage(id, request, response, { wrong: [{ problem: 'agreement_changed' }] });
    const code = readField(body, 'code');
    if (!code) return this.responder.showPage(id, request, response, { wrong: [{ problem: 'code_missing' }] });
    const proof = { ...shown, shownAt: this.clock.now().toISOString(), address: request.ip ?? '' };
    await this.responder.answer(await this.agreeOnPage.run(id, code, proof), id, request, response);
  }

  @Post('charge')
  async charge(
    @Param('transactionId') id: string,
    @Body() body: FormFields,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!this.awaitsPayer(await this.responder.view(id), body)) return this.responder.goToPage(id, request, response);
    await this.responder.answer(await this.confirmCharge.run(id), id, request, response);
  }

  @Post('refuse')
  async refuse(
    @Param('transactionId') id: string,
    @Body() body: FormFields,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (this.awaitsPayer(await this.responder.view(id), body)) await this.leaveAttempt.cancelPayment(id);
    this.responder.goToPage(id, request, response);
  }

  /** A browser may open the address of a form with GET: it gets the page. */
  @Get(['agree', 'charge', 'refuse'])
  formAddress(@Param('transactionId') id: string, @Req() request: Request, @Res() response: Response): void {
    this.responder.goToPage(id, request, response);
  }

  private awaitsPayer({ state, recurring }: PaymentPage, body: FormFields): boolean {
    return Boolean(recurring?.agreement?.awaitsPayer) && !isOutdated(body, state);
  }
}
