import { Controller, Get, NotFoundException, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { CsrfGuard } from '../../../web/pages/csrf.guard.js';
import { formOf } from '../../http/raw-body.js';
import { SandboxPage } from '../../http/sandbox-page.js';
import { TEST_CARDS } from '../scenarios/test-cards.js';
import { requireMethod } from '../methods.js';
import type { Payment } from '../payments/payment.js';
import { PaymentQueries } from '../payments/payment.queries.js';
import { DecidePaymentService } from '../payments/decide-payment.service.js';
import { payPath } from '../callbacks/responses.js';
import { type AcquirerPageLanguage, pageLanguageOf } from '../texts/texts.js';
import { isDecision } from './decisions.js';
import { digitsOf, type FormProblem, problemsOf } from './forms.js';
import { PayPages } from './pay-pages.js';

const NO_FORM = new URLSearchParams();

/** The acquirer's pages for payers: log in, confirm, return to the shop. */
@Controller('acquirer/pay/:id')
@UseGuards(CsrfGuard)
export class PayController {
  constructor(
    private readonly payments: PaymentQueries,
    private readonly decidePayment: DecidePaymentService,
    private readonly pages: PayPages,
    private readonly page: SandboxPage,
  ) {}

  @Get()
  async begin(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.show(request, response, await this.requirePayment(id), (payment, spoken) => this.pages.first(payment, spoken, NO_FORM, []));
  }

  @Post()
  async identify(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const [payment, form] = [await this.requirePayment(id), formOf(request)];
    const spoken = pageLanguageOf(request);
    const problems: FormProblem[] = payment.state === 'WAITING' ? problemsOf(requireMethod(payment.method).family, form, spoken.t) : [];
    if (problems.length > 0)
      return void response
        .status(422)
        .type('html')
        .send(this.pages.first(payment, spoken, form, problems));
    const cardDecision = TEST_CARDS.find(({ number }) => number === digitsOf(form.get('number') ?? ''))?.payerDecision ?? null;
    if (cardDecision !== null) await this.decidePayment.run(id, cardDecision);
    response.redirect(303, this.page.link(`${payPath(id)}/${cardDecision === null ? 'confirm' : 'done'}`, spoken.chosenLocale));
  }

  @Get('confirm')
  async confirm(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.show(request, response, await this.requirePayment(id), (payment, spoken) => this.pages.confirm(payment, spoken));
  }

  @Post('decision')
  async decide(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { id: paymentId } = await this.requirePayment(id);
    const decision = formOf(request).get('outcome');
    if (!isDecision(decision)) throw new NotFoundException();
    await this.decidePayment.run(paymentId, decision);
    response.redirect(303, this.page.link(`${payPath(paymentId)}/done`, pageLanguageOf(request).chosenLocale));
  }

  /** The content security policy forbids forms that lead to another origin, so this page has a link to the shop. */
  @Get('done')
  async done(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    response.type('html').send(this.pages.done(await this.requirePayment(id), pageLanguageOf(request)));
  }

  /** Shows the end page when the payment is over: payers reload pages and go back. */
  private show(
    request: Request,
    response: Response,
    payment: Payment,
    renderPage: (payment: Payment, spoken: AcquirerPageLanguage) => string,
  ): void {
    const spoken = pageLanguageOf(request);
    response.type('html').send(payment.state === 'WAITING' ? renderPage(payment, spoken) : this.pages.over(payment, spoken));
  }

  private async requirePayment(id: string): Promise<Payment> {
    const payment = isUuid(id) ? await this.payments.byId(id) : null;
    // BLIK payments have no pages: they are confirmed in the bank's app.
    if (!payment || requireMethod(payment.method).family === 'code') throw new NotFoundException();
    return payment;
  }
}
