import { Body, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PickAppService } from '../../../products/payments/blik-level0/pick-app.service.js';
import type { FormFields } from '../../../runtime/http/body/form-body.js';
import { readField } from '../shell/form-field.js';
import { isStale } from '../shell/stale-form.js';
import { PayerPages } from '../shell/payer-pages.js';
import { PAYMENT_PATH } from '../../../products/payments/checkout/payment-path.js';
import { payerInputOf } from './method-form.js';
import { PaymentResponder } from './payment-responder.js';

/** Lets the payer choose one of several apps in which the alias is registered. The form has the position of the app, not its key. */
@PayerPages(`${PAYMENT_PATH}/:transactionId/app`)
export class PickAppController {
  constructor(
    private readonly responder: PaymentResponder,
    private readonly pickApp: PickAppService,
  ) {}

  @Post()
  async pick(
    @Param('transactionId') id: string,
    @Body() body: FormFields,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const view = await this.responder.requireView(id);
    const { state, step } = view;
    if (isStale(body, state) || step.kind !== 'needsCode') return this.responder.goToPage(id, request, response);
    const position = readField(body, 'app');
    const app = /^\d{1,2}$/.test(position) ? step.alternatives[Number(position)] : undefined;
    if (!app) return this.responder.showPage(view, request, response, { formProblems: [{ problem: 'app_missing' }] });
    await this.responder.respondToForm(await this.pickApp.run(id, app.key, payerInputOf(request)), id, request, response);
  }

  @Get()
  formAddress(@Param('transactionId') id: string, @Req() request: Request, @Res() response: Response): void {
    this.responder.goToPage(id, request, response);
  }
}
