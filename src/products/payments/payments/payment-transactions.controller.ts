import { Body, Controller, Get, HttpCode, Param, Query, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { ServiceRef } from '../../../platform/access/caller.js';
import { CurrentService } from '../../../platform/access/current-service.decorator.js';
import { Protected } from '../../../platform/access/protected.decorator.js';
import { ApiEnvelope, ApiPagedEnvelope } from '../../../common/api/api-envelope.decorator.js';
import { ApiErrors } from '../../../common/api/api-errors.decorator.js';
import { envelope, type Envelope, type PagedEnvelope } from '../../../common/api/envelope.js';
import { ListRequest } from '../../../common/pagination/list.request.js';
import { ListPages } from '../../../platform/listing/lists/list-pages.js';
import { LargeBody } from '../../../runtime/http/body/body-limits.decorator.js';
import { DisplayZone } from '../../../runtime/http/display-zone.decorator.js';
import { PublicUrl } from '../../../runtime/http/public-url.decorator.js';
import { RequestUrl } from '../../../runtime/http/request-url.decorator.js';
import { Idempotent } from '../../../platform/idempotency/idempotent.decorator.js';
import { IdempotentPost } from '../../../platform/idempotency/idempotent-post.decorator.js';
import { IdempotentRequest } from '../../../platform/idempotency/idempotent-request.js';
import { CreatePaymentRequest } from './create/create-payment.request.js';
import type { RawBody } from './create/create-payment-rules.js';
import { CreatePaymentTransactionService } from './create/create-payment-transaction.service.js';
import { PAYMENT_LIST } from './payment.list.js';
import { PaymentTransactionCreated, PaymentTransactionDetail, PaymentTransactionListItem } from './payment.responses.js';
import { ShowPaymentQuery } from './show-payment.query.js';
import type { FilterValuesOf } from '../../../platform/listing/lists/list.js';
import { ListFilters } from '../../../platform/listing/lists/list-filters.decorator.js';
import { normalizeBody } from '../../../common/validation/normalize-body.js';
import type { RequestClass } from '../../../common/validation/declared-fields.js';

/** The normalized body, including undeclared members. Validation runs separately. */
const NormalizedBody = createParamDecorator((requestClass: RequestClass, context: ExecutionContext): unknown =>
  normalizeBody(context.switchToHttp().getRequest<Request>().body, requestClass),
);

@ListFilters(PAYMENT_LIST)
class PaymentListRequest extends ListRequest {
  override filter?: FilterValuesOf<typeof PAYMENT_LIST>;
}

/** For a cart of the largest size: 2,000 items with 14 members each, which are 29 values, and 500 bytes. */
const CREATE_LIMITS = { bytes: 1024 * 1024, values: 60_000 };

@ApiTags('Online payments')
@Controller('payment/:serviceId/transactions')
export class PaymentTransactionsController {
  constructor(
    private readonly createPayment: CreatePaymentTransactionService,
    private readonly lists: ListPages,
    private readonly showPayment: ShowPaymentQuery,
  ) {}

  @Get()
  @Protected('payment.transactions')
  @ApiOperation({ summary: 'List online payments' })
  @ApiPagedEnvelope(PaymentTransactionListItem)
  list(
    @CurrentService() service: ServiceRef,
    @Query() query: PaymentListRequest,
    @RequestUrl() url: string,
    @DisplayZone() zone: string,
  ): Promise<PagedEnvelope<PaymentTransactionListItem>> {
    return this.lists.envelope(PAYMENT_LIST, service.id, query, url, (rows) =>
      rows.map((row) => PaymentTransactionListItem.from(row, zone)),
    );
  }

  @IdempotentPost('', 'with its row')
  @LargeBody(CREATE_LIMITS)
  @HttpCode(200)
  @Protected('payment.transactions.create')
  @ApiOperation({ summary: 'Create an online payment' })
  @ApiEnvelope(PaymentTransactionCreated)
  async create(
    @CurrentService() service: ServiceRef,
    @Body() body: CreatePaymentRequest,
    @NormalizedBody(CreatePaymentRequest) normalized: RawBody,
    @PublicUrl() publicUrl: string,
    @Idempotent() request: IdempotentRequest,
  ): Promise<Envelope<PaymentTransactionCreated>> {
    return request.storeAndRespond(
      (buildResponse) => this.createPayment.run(service, body, normalized, buildResponse),
      (transactionId: string) => envelope({ transactionId, redirectUrl: `${publicUrl}/pay/${transactionId}` }),
    );
  }

  @Get(':transactionId')
  @Protected('payment.transactions.show')
  @ApiOperation({ summary: 'Show one online payment' })
  @ApiParam({ name: 'transactionId', format: 'uuid' })
  @ApiEnvelope(PaymentTransactionDetail)
  @ApiErrors('TRANSACTION_NOT_FOUND')
  async show(
    @CurrentService() service: ServiceRef,
    @Param('transactionId') transactionId: string,
    @DisplayZone() zone: string,
  ): Promise<Envelope<PaymentTransactionDetail>> {
    return envelope(PaymentTransactionDetail.from(await this.showPayment.run(service.id, transactionId), zone));
  }
}
