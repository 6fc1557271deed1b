import { Controller, Get, NotFoundException, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { OwnFormGuard } from '../../../web/pages/own-form.guard.js';
import { formOf } from '../../http/raw-body.js';
import { SandboxPage } from '../../http/sandbox-page.js';
import { TEST_CARDS } from '../magic/test-cards.js';
import { knownMethod } from '../methods.js';
import type { Payment } from '../payments/payment.js';
import { PaymentQuery } from '../payments/payment.query.js';
import { PayerDecidesService } from '../payments/payer-decides.service.js';
import { payPath } from '../reports/answers.js';
import { decisionOf } from './decisions.js';
import { digitsOf, type FieldProblem, problemsOf } from './forms.js';
import { PayPages } from './pay-pages.js';

const NO_FORM = new URLSearchParams();

/** The acquirer's pages for payers: who they are, whether they agree, and back to the shop. */
@Controller('acquirer/pay/:id')
@UseGuards(OwnFormGuard)
export class PayController {
  constructor(
    private readonly payments: PaymentQuery,
    private readonly decides: PayerDecidesService,
    private readonly pages: PayPages,
    private readonly page: SandboxPage,
  ) {}

  @Get()
  async begin(@Param('id') id: string, @Res() response: Response): Promise<void> {
    this.show(response, await this.known(id), (payment) => this.pages.first(payment, NO_FORM, []));
  }

  @Post()
  async identify(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const [payment, form] = [await this.known(id), formOf(request)];
    const problems: FieldProblem[] = payment.state === 'WAITING' ? problemsOf(knownMethod(payment.method).family, form) : [];
    if (problems.length > 0)
      return void response
        .status(422)
        .type('html')
        .send(this.pages.first(payment, form, problems));
    const decided = TEST_CARDS.find(({ number }) => number === digitsOf(form.get('number') ?? ''))?.decides ?? null;
    if (decided !== null) await this.decides.run(id, decided);
    response.redirect(303, this.page.link(`${payPath(id)}/${decided === null ? 'confirm' : 'done'}`));
  }

  @Get('confirm')
  async confirm(@Param('id') id: string, @Res() response: Response): Promise<void> {
    this.show(response, await this.known(id), (payment) => this.pages.confirm(payment));
  }

  @Post('decision')
  async decide(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { id: known } = await this.known(id);
    const decision = decisionOf(formOf(request).get('outcome'));
    if (!decision) throw new NotFoundException();
    await this.decides.run(known, decision);
    response.redirect(303, this.page.link(`${payPath(known)}/done`));
  }

  /** A form must not be answered with another origin, so this page leads there. */
  @Get('done')
  async done(@Param('id') id: string, @Res() response: Response): Promise<void> {
    response.type('html').send(this.pages.done(await this.known(id)));
  }

  /** Pages are reloaded and gone back to when everything is over. */
  private show(response: Response, payment: Payment, page: (payment: Payment) => string): void {
    response.type('html').send(payment.state === 'WAITING' ? page(payment) : this.pages.over(payment));
  }

  private async known(id: string): Promise<Payment> {
    const payment = isUuid(id) ? await this.payments.byId(id) : null;
    // Codes are confirmed in the bank's app.
    if (!payment || knownMethod(payment.method).family === 'code') throw new NotFoundException();
    return payment;
  }
}
