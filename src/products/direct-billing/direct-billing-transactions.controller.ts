import { Body, Controller, Get, HttpCode, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { ServiceRef } from '../../platform/access/caller.js';
import { CurrentService } from '../../platform/access/current-service.decorator.js';
import { Protected } from '../../platform/access/protected.decorator.js';
import { ApiEnvelope, ApiPagedEnvelope } from '../../common/api/api-envelope.decorator.js';
import { ApiErrors } from '../../common/api/api-errors.decorator.js';
import { envelope, type Envelope, type PagedEnvelope } from '../../common/api/envelope.js';
import { ListRequest } from '../../common/pagination/list.request.js';
import { DisplayZone } from '../../runtime/http/display-zone.decorator.js';
import { PublicUrl } from '../../runtime/http/public-url.decorator.js';
import { RequestUrl } from '../../runtime/http/request-url.decorator.js';
import { ListPages } from '../../platform/listing/lists/list-pages.js';
import { Idempotent } from '../../platform/idempotency/idempotent.decorator.js';
import { IdempotentPost } from '../../platform/idempotency/idempotent-post.decorator.js';
import { IdempotentRequest } from '../../platform/idempotency/idempotent-request.js';
import { CreateDirectBillingTransactionRequest } from './transactions/create-transaction.request.js';
import { CreateDirectBillingTransactionService } from './transactions/create-transaction.service.js';
import { TRANSACTION_LIST } from './transactions/transaction.list.js';
import { DirectBillingTransactionQueries } from './transactions/transaction.queries.js';
import {
  DirectBillingTransactionCreated,
  DirectBillingTransactionDetail,
  DirectBillingTransactionListItem,
} from './transactions/transaction.responses.js';
import type { FilterValuesOf } from '../../platform/listing/lists/list.js';
import { ListFilters } from '../../platform/listing/lists/list-filters.decorator.js';

@ListFilters(TRANSACTION_LIST)
class DirectBillingTransactionListRequest extends ListRequest {
  override filter?: FilterValuesOf<typeof TRANSACTION_LIST>;
}

@ApiTags('DirectBilling')
@Controller('directbilling/:serviceId/transactions')
export class DirectBillingTransactionsController {
  constructor(
    private readonly createTransaction: CreateDirectBillingTransactionService,
    private readonly lists: ListPages,
    private readonly transactions: DirectBillingTransactionQueries,
  ) {}

  @Get()
  @Protected('directbilling.transactions')
  @ApiOperation({ summary: 'List DirectBilling transactions' })
  @ApiPagedEnvelope(DirectBillingTransactionListItem)
  list(
    @CurrentService() service: ServiceRef,
    @Query() query: DirectBillingTransactionListRequest,
    @RequestUrl() url: string,
    @DisplayZone() zone: string,
  ): Promise<PagedEnvelope<DirectBillingTransactionListItem>> {
    return this.lists.envelope(TRANSACTION_LIST, service.id, query, url, (rows) =>
      rows.map((row) => DirectBillingTransactionListItem.from(row, zone)),
    );
  }

  @IdempotentPost('', 'with its row')
  @HttpCode(200)
  @Protected('directbilling.transactions.create')
  @ApiOperation({ summary: 'Create a DirectBilling transaction' })
  @ApiEnvelope(DirectBillingTransactionCreated)
  async create(
    @CurrentService() service: ServiceRef,
    @Body() body: CreateDirectBillingTransactionRequest,
    @PublicUrl() publicUrl: string,
    @Idempotent() request: IdempotentRequest,
  ): Promise<Envelope<DirectBillingTransactionCreated>> {
    return request.storeAndRespond(
      (buildStoredResponse) => this.createTransaction.run(service, body, buildStoredResponse),
      (transactionId: string) => envelope({ transactionId, redirectUrl: `${publicUrl}/pay/directbilling/${transactionId}` }),
    );
  }

  @Get(':transactionId')
  @Protected('directbilling.transactions.show')
  @ApiOperation({ summary: 'Show one DirectBilling transaction' })
  @ApiParam({ name: 'transactionId', format: 'uuid' })
  @ApiEnvelope(DirectBillingTransactionDetail)
  @ApiErrors('TRANSACTION_NOT_FOUND')
  async show(
    @CurrentService() service: ServiceRef,
    @Param('transactionId') transactionId: string,
    @DisplayZone() zone: string,
  ): Promise<Envelope<DirectBillingTransactionDetail>> {
    const { row, notify } = await this.transactions.transaction(service.id, transactionId);
    return envelope(DirectBillingTransactionDetail.fromRow(row, notify, zone));
  }
}
