import { Body, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LeaveAttemptService } from '../../../products/payments/attempts/leave-attempt.service.js';
import { ExtendPaymentTimeService } from '../../../products/payments/checkout/extend-payment-time.service.js';
import { StartAttemptService } from '../../../products/payments/attempts/start/start-attempt.service.js';
import { SubmitBlikCodeService } from '../../../products/payments/attempts/start/submit-blik-code.service.js';
import type { PayerChannel, PaymentPage } from '../../../products/payments/checkout/payment-page.js';
import type { FormFields } from '../../../runtime/http/body/form-body.js';
import { readField } from '../shell/form-field.js';
import { LiveStates } from '../shell/live/live-states.js';
import { isOutdated } from '../shell/outdated-form.js';
import { PayerPages } from '../shell/payer-pages.js';
import { PAYMENT_PATH } from './checkout-page.js';
import { payerInputOf, readMethodForm, wrongFields } from './method-form.js';
import { PaymentResponder } from './payment-responder.js';
import { RememberedMethod } from './remembered-method.js';

/** By which name the states of these payments are followed. */
export const STATES_OF = 'payment';

/** The payer's pages of online payments. Each form is answered with a redirect, or with the page and what was wrong. */
@PayerPages(`${PAYMENT_PATH}/:transactionId`)
export class PaymentsCheckoutController {
  constructor(
    private readonly responder: PaymentResponder,
    private readonly startAttempt: StartAttemptService,
    private readonly submitCode: SubmitBlikCodeService,
    private readonly leaveAttempt: LeaveAttemptService,
    private readonly extendTime: ExtendPaymentTimeService,
    private readonly live: LiveStates,
    private readonly remembered: RememberedMethod,
  ) {}

  @Get()
  async page(@Param('transactionId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const only = onlyMethod(await this.responder.view(id));
    // A GET begins nothing: browsers fetch pages ahead.
    if (!only || request.method !== 'GET' || request.get('sec-purpose')) return this.responder.showPage(id, request, response);
    await this.responder.answer(await this.startAttempt.run(id, only.id, payerInputOf(request)), id, request, response);
  }

  /** On the way to the channel. A form must not lead to another origin, so it leads here, and this page leads there. */
  @Get('away')
  async away(@Param('transactionId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { step } = await this.responder.view(id);
    if (step.kind !== 'redirect') return this.responder.goToPage(id, request, response);
    response.setHeader('Refresh', `0; url=${new URL(step.url).href}`);
    await this.responder.showPage(id, request, response);
  }

  @Get('status')
  async status(@Param('transactionId') id: string): Promise<{ state: string }> {
    return { state: await this.live.stateOf(STATES_OF, id) };
  }

  @Get('events')
  events(@Param('transactionId') id: string, @Res() response: Response): Promise<void> {
    return this.live.follow(STATES_OF, id, response);
  }

  @Post('method')
  async method(
    @Param('transactionId') id: string,
    @Body() body: FormFields,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const view = await this.responder.view(id);
    if (isOutdated(body, view.state)) return this.responder.goToPage(id, request, response);
    const form = readMethodForm(body, view.channels);
    const wrong = wrongFields(form);
    if (!form.channel || wrong.length > 0) {
      return this.responder.showPage(id, request, response, { wrong, typed: form.typed });
    }
    if (form.typed.remember) this.remembered.keep(form.channel.id, response);
    else this.remembered.forget(request, response);
    const begun = await this.startAttempt.run(id, form.channel.id, payerInputOf(request, form.typed.details));
    const takesCode = form.channel.takesCode && begun.ok && begun.step.kind === 'needsCode';
    const result = takesCode ? await this.submitCode.run(id, form.code, payerInputOf(request)) : begun;
    await this.responder.answer(result, id, request, response, form.typed);
  }

  @Post('code')
  async code(
    @Param('transactionId') id: string,
    @Body() body: FormFields,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (isOutdated(body, (await this.responder.view(id)).state)) return this.responder.goToPage(id, request, response);
    const code = readField(body, 'code');
    if (!code) return this.responder.showPage(id, request, response, { wrong: [{ problem: 'code_missing' }] });
    await this.responder.answer(await this.submitCode.run(id, code, payerInputOf(request)), id, request, response);
  }

  @Post('leave')
  async leave(
    @Param('transactionId') id: string,
    @Body() body: FormFields,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!isOutdated(body, (await this.responder.view(id)).state)) await this.leaveAttempt.run(id);
    this.responder.goToPage(id, request, response);
  }

  @Post('cancel')
  async cancel(@Param('transactionId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.responder.view(id);
    await this.leaveAttempt.cancelPayment(id);
    this.responder.goToPage(id, request, response);
  }

  @Post('extend')
  async extend(@Param('transactionId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.responder.view(id);
    await this.extendTime.run(id);
    this.responder.goToPage(id, request, response);
  }

  /** A browser may open the address of a form with GET, from the history or the address bar: it gets the page. */
  @Get(['method', 'code', 'leave', 'cancel', 'extend'])
  formAddress(@Param('transactionId') id: string, @Req() request: Request, @Res() response: Response): void {
    this.responder.goToPage(id, request, response);
  }
}

/** Where there is nothing to choose and nothing to type the payer is sent straight there; who comes back from there chooses again. */
function onlyMethod({ stage, channel, channels, recurring }: PaymentPage): PayerChannel | null {
  const [only, ...others] = channels;
  if (stage !== 'choose' || channel !== null || recurring || !only || others.length > 0) return null;
  return only.takesCode || only.missing.length > 0 ? null : only;
}
