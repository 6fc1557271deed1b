import { Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PollAttemptService } from '../../../products/payments/attempts/poll-attempt.service.js';
import { PayerReturns } from '../shell/payer-pages.js';
import { PAYMENT_PATH } from '../../../products/payments/checkout/payment-path.js';
import { PaymentResponder } from './payment-responder.js';

/** The acquirer's page sends payers back here, with a link or a form. Anyone can send such a request, so the acquirer is polled. */
@PayerReturns(`${PAYMENT_PATH}/:transactionId/return`)
export class PaymentReturnController {
  constructor(
    private readonly responder: PaymentResponder,
    private readonly pollAttempt: PollAttemptService,
  ) {}

  @Get()
  get(@Param('transactionId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.pollAndRedirect(id, request, response);
  }

  @Post()
  post(@Param('transactionId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.pollAndRedirect(id, request, response);
  }

  private async pollAndRedirect(id: string, request: Request, response: Response): Promise<void> {
    await this.responder.requireView(id);
    await this.pollAttempt.pollOnReturn(id);
    this.responder.goToPage(id, request, response);
  }
}
