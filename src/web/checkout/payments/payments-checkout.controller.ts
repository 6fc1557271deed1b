import { Body, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AbandonAttemptService } from '../../../products/payments/attempts/abandon-attempt.service.js';
import { ExtendPaymentTimeService } from '../../../products/payments/checkout/extend-payment-time.service.js';
import { StartAttemptService } from '../../../products/payments/attempts/start/start-attempt.service.js';
import { SubmitBlikCodeService } from '../../../products/payments/attempts/start/submit-blik-code.service.js';
import type { PayerChannel, PayerPayment } from '../../../products/payments/checkout/payment-page.js';
import type { FormFields } from '../../../runtime/http/body/form-body.js';
import { readField } from '../shell/form-field.js';
import { LiveStates } from '../shell/live/live-states.js';
import { isStale } from '../shell/stale-form.js';
import { PayerPages } from '../shell/payer-pages.js';
import { PAYMENT_PATH } from '../../../products/payments/checkout/payment-path.js';
import { payerInputOf, readMethodForm, fieldProblems } from './method-form.js';
import { PaymentResponder } from './payment-responder.js';
import { RememberedMethod } from './remembered-method.js';

/** The payer's pages of online payments. The response to a form is a redirect, or the page with the form's errors. */
@PayerPages(`${PAYMENT_PATH}/:transactionId`)
export class PaymentsCheckoutController {
  constructor(
    private readonly responder: PaymentResponder,
    private readonly startAttempt: StartAttemptService,
    private readonly submitCode: SubmitBlikCodeService,
    private readonly abandonAttempt: AbandonAttemptService,
    private readonly extendTime: ExtendPaymentTimeService,
    private readonly live: LiveStates,
    private readonly remembered: RememberedMethod,
  ) {}

  @Get()
  async page(@Param('transactionId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const view = await this.responder.requireView(id);
    const method = methodWithoutInput(view);
    // HEAD requests and prefetches of browsers must not start an attempt.
    if (!method || request.method !== 'GET' || request.get('sec-purpose')) return this.responder.showPage(view, request, response);
    await this.responder.respondToForm(await this.startAttempt.run(id, method.id, payerInputOf(request)), id, request, response);
  }

  /**
   * Redirects to the acquirer's page. The content security policy forbids that a form leads to another origin. So a form redirects to this
   * page of the gateway, which then leads to the acquirer.
   */
  @Get('away')
  async away(@Param('transactionId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const view = await this.responder.requireView(id);
    if (view.step.kind !== 'redirect') return this.responder.goToPage(id, request, response);
    response.setHeader('Refresh', `0; url=${new URL(view.step.url).href}`);
    await this.responder.showPage(view, request, response);
  }

  @Get('status')
  async status(@Param('transactionId') id: string): Promise<{ state: string }> {
    return { state: await this.live.stateOf('payment', id) };
  }

  @Get('events')
  events(@Param('transactionId') id: string, @Res() response: Response): Promise<void> {
    return this.live.follow('payment', id, response);
  }

  @Post('method')
  async method(
    @Param('transactionId') id: string,
    @Body() body: FormFields,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const view = await this.responder.requireView(id);
    if (isStale(body, view.state)) return this.responder.goToPage(id, request, response);
    const form = readMethodForm(body, view.channels);
    const problems = fieldProblems(form);
    if (!form.channel || problems.length > 0) {
      return this.responder.showPage(view, request, response, { formProblems: problems, submittedValues: form.submittedValues });
    }
    if (form.submittedValues.remember) this.remembered.storeMethod(form.channel.id, response);
    else this.remembered.clearMethod(request, response);
    const started = await this.startAttempt.run(id, form.channel.id, payerInputOf(request, form.submittedValues.details));
    const hasCodeToSubmit = form.channel.takesCode && started.ok && started.step.kind === 'needsCode';
    const result = hasCodeToSubmit ? await this.submitCode.run(id, form.code, payerInputOf(request)) : started;
    await this.responder.respondToForm(result, id, request, response, form.submittedValues);
  }

  @Post('code')
  async code(
    @Param('transactionId') id: string,
    @Body() body: FormFields,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const view = await this.responder.requireView(id);
    if (isStale(body, view.state)) return this.responder.goToPage(id, request, response);
    const code = readField(body, 'code');
    if (!code) return this.responder.showPage(view, request, response, { formProblems: [{ problem: 'code_missing' }] });
    await this.responder.respondToForm(await this.submitCode.run(id, code, payerInputOf(request)), id, request, response);
  }

  @Post('leave')
  async abandon(
    @Param('transactionId') id: string,
    @Body() body: FormFields,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!isStale(body, (await this.responder.requireView(id)).state)) await this.abandonAttempt.run(id);
    this.responder.goToPage(id, request, response);
  }

  @Post('cancel')
  async cancel(@Param('transactionId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.responder.requireView(id);
    await this.abandonAttempt.cancelPayment(id);
    this.responder.goToPage(id, request, response);
  }

  @Post('extend')
  async extend(@Param('transactionId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.responder.requireView(id);
    await this.extendTime.run(id);
    this.responder.goToPage(id, request, response);
  }

  /** The path of a form redirects to the page when it is opened with GET, from the history or the address bar. */
  @Get(['method', 'code', 'leave', 'cancel', 'extend'])
  formAddress(@Param('transactionId') id: string, @Req() request: Request, @Res() response: Response): void {
    this.responder.goToPage(id, request, response);
  }
}

/**
 * The only method, if it needs no input: then an attempt starts without a choice. Null after the first attempt, so that a payer who
 * abandoned the attempt sees the choice.
 */
function methodWithoutInput({ stage, channel, channels, recurring }: PayerPayment): PayerChannel | null {
  const [only, ...others] = channels;
  if (stage !== 'choose' || channel !== null || recurring || !only || others.length > 0) return null;
  return only.takesCode || only.missing.length > 0 ? null : only;
}
