import { Body, Controller, Get, HttpCode, Param, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiEnvelope, ApiListEnvelope } from '../../../common/api/api-envelope.decorator.js';
import { ApiErrors } from '../../../common/api/api-errors.decorator.js';
import { ApiOptionalBody } from '../../../common/api/api-optional-body.decorator.js';
import { envelope, type Envelope } from '../../../common/api/envelope.js';
import { parseAmount } from '../../../common/money/amount.js';
import { WholeListRequest } from '../../../common/pagination/list.request.js';
import type { Caller, ServiceRef } from '../../../platform/access/caller.js';
import { CurrentCaller } from '../../../platform/access/current-caller.decorator.js';
import { CurrentService } from '../../../platform/access/current-service.decorator.js';
import { Protected } from '../../../platform/access/protected.decorator.js';
import { Idempotent } from '../../../platform/idempotency/idempotent.decorator.js';
import { IdempotentPost } from '../../../platform/idempotency/idempotent-post.decorator.js';
import { IdempotentRequest } from '../../../platform/idempotency/idempotent-request.js';
import { DisplayZone } from '../../../runtime/http/display-zone.decorator.js';
import { PaymentTransaction } from '../payments/payment-transaction.entity.js';
import { ResourceExists } from '../payments/resource-exists.guard.js';
import { CreateRefundRequest } from './create-refund.request.js';
import { CreateRefundService } from './create-refund.service.js';
import { RefundCreated, RefundResponse } from './refund.response.js';
import { RefundsQuery } from './refunds.query.js';
import { ActsAsCaller } from '../../../platform/access/acts-as-caller.decorator.js';

@ApiTags('Online payments')
@Controller('payment/:serviceId/transactions/:transactionId/refunds')
export class PaymentRefundsController {
  constructor(
    private readonly refunds: RefundsQuery,
    private readonly createRefund: CreateRefundService,
  ) {}

  @Get()
  @Protected('payment.refunds')
  @UseGuards(ResourceExists(PaymentTransaction, 'transactionId', 'TRANSACTION_NOT_FOUND'))
  @ApiOperation({ summary: 'List the refunds of an online payment, newest first' })
  @ApiParam({ name: 'transactionId', format: 'uuid' })
  @ApiListEnvelope(RefundResponse)
  @ApiErrors('TRANSACTION_NOT_FOUND')
  async list(
    @CurrentService() service: ServiceRef,
    @Param('transactionId') transactionId: string,
    @Query() _query: WholeListRequest,
    @DisplayZone() zone: string,
  ): Promise<Envelope<RefundResponse[]>> {
    const refunds = await this.refunds.listRefunds(service.id, transactionId);
    return envelope(refunds.map((refund) => RefundResponse.from(refund, zone)));
  }

  @Get(':refundId')
  @Protected('payment.refunds.show')
  @ApiOperation({ summary: 'Show one refund' })
  @ApiParam({ name: 'refundId', format: 'uuid' })
  @ApiParam({ name: 'transactionId', format: 'uuid' })
  @ApiEnvelope(RefundResponse)
  @ApiErrors('TRANSACTION_NOT_FOUND', 'ROUTE_NOT_FOUND')
  async show(
    @CurrentService() service: ServiceRef,
    @Param('transactionId') transactionId: string,
    @Param('refundId') refundId: string,
    @DisplayZone() zone: string,
  ): Promise<Envelope<RefundResponse>> {
    return envelope(RefundResponse.from(await this.refunds.findRefund(service.id, transactionId, refundId), zone));
  }

  @IdempotentPost()
  @HttpCode(200)
  @Protected('payment.refunds.create')
  @ActsAsCaller()
  @UseGuards(ResourceExists(PaymentTransaction, 'transactionId', 'TRANSACTION_NOT_FOUND'))
  @ApiOperation({ summary: 'Refund an online payment, or a part of it' })
  @ApiParam({ name: 'transactionId', format: 'uuid' })
  @ApiOptionalBody(CreateRefundRequest)
  @ApiEnvelope(RefundCreated)
  @ApiErrors('TRANSACTION_NOT_FOUND', 'TRANSACTION_NOT_PAID', 'REFUND_NOT_SUPPORTED', 'REFUND_AMOUNT_TOO_HIGH', 'WALLET_BALANCE_TOO_LOW')
  async create(
    @CurrentCaller() caller: Caller,
    @CurrentService() service: ServiceRef,
    @Param('transactionId') transactionId: string,
    @Idempotent() request: IdempotentRequest,
    @Body() body: CreateRefundRequest,
  ): Promise<Envelope<RefundCreated>> {
    const amountMinor = parseAmount(body.amount);
    return request.storeAndRespond(
      (buildResponse) => this.createRefund.run(caller, service, transactionId, amountMinor, { buildResponse }),
      (refundId: string) => envelope({ refund_id: refundId }),
    );
  }
}
