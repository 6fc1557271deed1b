import { Body, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ChangeNumberService } from '../../../products/direct-billing/checkout/change-number.service.js';
import { ExtendTimeService } from '../../../products/direct-billing/checkout/extend-time.service.js';
import { SendCodeService } from '../../../products/direct-billing/checkout/send-code.service.js';
import { SubmitCodeService } from '../../../products/direct-billing/checkout/submit-code.service.js';
import type { FormFields } from '../../../runtime/http/body/form-body.js';
import { readField } from '../shell/form-field.js';
import { LiveStates } from '../shell/live/live-states.js';
import { isStale } from '../shell/stale-form.js';
import { PayerPages } from '../shell/payer-pages.js';
import { CHECKOUT_PATH } from '../../../products/direct-billing/checkout/checkout-path.js';
import { formState } from './checkout-page.js';
import type { DirectBillingFormErrors, DirectBillingFormProblem } from './checkout-problem.js';
import { DirectBillingResponder } from './direct-billing-responder.js';

/** The form in which the payer chooses the operator and enters the phone number. */
interface NumberForm {
  operator: string;
  phone: string;
}

function readNumberForm(body: FormFields): NumberForm {
  return { operator: readField(body, 'operator'), phone: readField(body, 'phone') };
}

/** Reports all empty fields together, so that the payer corrects the form only once. */
function missingNumberFields(form: NumberForm, phoneFixed: boolean): DirectBillingFormProblem[] {
  return [...(form.operator ? [] : ['operator_missing' as const]), ...(form.phone || phoneFixed ? [] : ['phone_missing' as const])];
}

/** The payer's pages of DirectBilling. The response to a form is a redirect to the page, or the page with the form's errors. */
@PayerPages(`${CHECKOUT_PATH}/:transactionId`)
export class DirectBillingCheckoutController {
  constructor(
    private readonly responder: DirectBillingResponder,
    private readonly sendCode: SendCodeService,
    private readonly submitCode: SubmitCodeService,
    private readonly changeNumber: ChangeNumberService,
    private readonly extendTime: ExtendTimeService,
    private readonly live: LiveStates,
  ) {}

  @Get()
  async page(@Param('transactionId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.responder.showPage(await this.responder.requireView(id), request, response);
  }

  @Get('status')
  async status(@Param('transactionId') id: string): Promise<{ state: string }> {
    return { state: await this.live.stateOf('directbilling', id) };
  }

  @Get('events')
  events(@Param('transactionId') id: string, @Res() response: Response): Promise<void> {
    return this.live.follow('directbilling', id, response);
  }

  @Post('number')
  async number(
    @Param('transactionId') id: string,
    @Body() body: FormFields,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const form = readNumberForm(body);
    const view = await this.responder.requireView(id);
    const missing = missingNumberFields(form, view.phoneFixed);
    if (missing.length > 0) return this.responder.showPage(view, request, response, { problems: missing, submittedValues: form });
    const result = await this.sendCode.run(id, { operator: form.operator, phoneNumber: form.phone, clientAddress: request.ip ?? '' });
    // The payer tapped the button twice: the first request has sent the code, so the page for entering the code is shown.
    if (!result.ok && result.problem === 'too_soon' && (await this.responder.requireView(id)).stage === 'code') {
      return this.responder.goToPage(id, request, response);
    }
    await this.respond(result, id, request, response, form);
  }

  @Post('resend')
  async resend(
    @Param('transactionId') id: string,
    @Body() body: FormFields,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (isStale(body, formState(await this.responder.requireView(id)))) return this.responder.goToPage(id, request, response);
    await this.respond(await this.sendCode.resend(id, request.ip ?? ''), id, request, response);
  }

  @Post('code')
  async code(
    @Param('transactionId') id: string,
    @Body() body: FormFields,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const view = await this.responder.requireView(id);
    if (isStale(body, formState(view))) return this.responder.goToPage(id, request, response);
    const code = readField(body, 'code');
    if (!code) return this.responder.showPage(view, request, response, { problems: ['code_missing'] });
    await this.respond(await this.submitCode.run(id, code), id, request, response);
  }

  @Post('change')
  async change(@Param('transactionId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.changeNumber.run(id);
    this.responder.goToPage(id, request, response);
  }

  @Post('extend')
  async extend(@Param('transactionId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.extendTime.run(id);
    this.responder.goToPage(id, request, response);
  }

  /** The path of a form redirects to the page when it is opened with GET, from the history or the address bar. */
  @Get(['number', 'resend', 'code', 'change', 'extend'])
  formAddress(@Param('transactionId') id: string, @Req() request: Request, @Res() response: Response): void {
    this.responder.goToPage(id, request, response);
  }

  private async respond(
    result: ServiceResult,
    id: string,
    request: Request,
    response: Response,
    submittedValues?: DirectBillingFormErrors['submittedValues'],
  ): Promise<void> {
    if (result.ok || result.problem === 'not_possible_now') return this.responder.goToPage(id, request, response);
    const { problem, retryAfterSeconds } = result;
    this.responder.showPage(await this.responder.requireView(id), request, response, {
      problems: [problem],
      retryAfterSeconds,
      submittedValues,
    });
  }
}

type ServiceResult =
  { ok: true } | { ok: false; problem: DirectBillingFormErrors['problems'][number] | 'not_possible_now'; retryAfterSeconds?: number };
