import { Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AskAttemptService } from '../../../products/payments/attempts/ask-attempt.service.js';
import { PayerReturns } from '../shell/payer-pages.js';
import { PAYMENT_PATH } from './checkout-page.js';
import { PaymentResponder } from './payment-responder.js';

/** Where channels send the payer back to, by GET or with a form. It proves nothing: the channel itself is asked. */
@PayerReturns(`${PAYMENT_PATH}/:transactionId/return`)
export class PaymentReturnController {
  constructor(
    private readonly responder: PaymentResponder,
    private readonly askAttempt: AskAttemptService,
  ) {}

  @Get()
  get(@Param('transactionId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.comeBack(id, request, response);
  }

  @Post()
  post(@Param('transactionId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.comeBack(id, request, response);
  }

  private async comeBack(id: string, request: Request, response: Response): Promise<void> {
    await this.responder.view(id);
    await this.askAttempt.readReturn(id);
    this.responder.goToPage(id, request, response);
  }
}
