import { Controller, Get, HttpCode, Param, Post, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { PageOrigin } from '../../../web/pages/page-origin.js';
import { ConnectorSignatureGuard } from '../../http/connector-signature.guard.js';
import { rawBodyOf } from '../../http/raw-body.js';
import { neverRespond } from '../../http/wait-until-closed.js';
import { TryCodeService } from '../codes/try-code.service.js';
import type { ResponseMode } from '../scenarios/scenario.js';
import { StartPaymentService } from '../payments/start-payment.service.js';
import { ClosePaymentService } from '../payments/close-payment.service.js';
import type { Payment } from '../payments/payment.js';
import { PaymentQueries } from '../payments/payment.queries.js';
import { RefundPaymentService } from '../payments/refund-payment.service.js';
import { AcquirerCallbacks } from '../callbacks/acquirer-callbacks.js';
import { paymentResponse, refundResponse } from '../callbacks/responses.js';
import { orNotFound } from './or-not-found.js';
import { blikCodeOrderOf, paymentOrderOf, refundOrderOf } from '../payments/orders.js';

/** The simulated acquirer's API for merchants. */
@Controller('acquirer/v1')
@UseGuards(ConnectorSignatureGuard)
export class AcquirerController {
  constructor(
    private readonly origin: PageOrigin,
    private readonly startPayment: StartPaymentService,
    private readonly closePayment: ClosePaymentService,
    private readonly payments: PaymentQueries,
    private readonly tryCode: TryCodeService,
    private readonly refundPayment: RefundPaymentService,
    private readonly callbacks: AcquirerCallbacks,
  ) {}

  @Post('payments')
  @HttpCode(200)
  async begin(@Req() request: Request): Promise<object> {
    const { payment, responseMode } = await this.startPayment.run(paymentOrderOf(rawBodyOf(request)));
    await this.beforeResponse(request, responseMode, payment.id);
    return this.responseOf(payment);
  }

  @Get('payments/of/:reference')
  async pollPayment(@Param('reference') reference: string): Promise<object> {
    return this.responseOf(orNotFound(await this.payments.byReference(reference)));
  }

  @Post('payments/:id/codes')
  @HttpCode(200)
  async code(@Param('id') id: string, @Req() request: Request): Promise<object> {
    const { payment, responseMode } = orNotFound(isUuid(id) ? await this.tryCode.run(id, blikCodeOrderOf(rawBodyOf(request))) : null);
    await this.beforeResponse(request, responseMode, payment.id);
    return this.responseOf(payment);
  }

  @Post('payments/:id/capture')
  @HttpCode(200)
  async capture(@Param('id') id: string): Promise<object> {
    return this.responseOf(orNotFound(isUuid(id) ? await this.closePayment.capture(id) : null));
  }

  @Post('payments/:id/cancel')
  @HttpCode(200)
  async cancel(@Param('id') id: string): Promise<object> {
    return this.responseOf(orNotFound(isUuid(id) ? await this.closePayment.cancel(id) : null));
  }

  @Post('payments/:id/refunds')
  @HttpCode(200)
  async refund(@Param('id') id: string, @Req() request: Request): Promise<object> {
    const order = refundOrderOf(rawBodyOf(request));
    const responseMode = orNotFound(isUuid(id) ? await this.refundPayment.run(id, order) : null);
    await this.beforeResponse(request, responseMode, id);
    return this.pollRefund(order.reference);
  }

  @Get('refunds/of/:reference')
  async pollRefund(@Param('reference') reference: string): Promise<object> {
    return refundResponse(orNotFound(await this.payments.refundByReference(reference)));
  }

  /** Waits or delivers callbacks, as the scenario demands, before the response is sent. */
  private async beforeResponse(request: Request, responseMode: ResponseMode, paymentId: string): Promise<void> {
    if (responseMode === 'never') await neverRespond(request);
    if (responseMode === 'after the callback') await this.callbacks.deliverDue(paymentId);
  }

  private responseOf(payment: Payment): object {
    return paymentResponse(payment, (path) => `${this.origin.url}${path}`);
  }
}
