import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { ServiceRef } from '../../platform/access/caller.js';
import { CurrentService } from '../../platform/access/current-service.decorator.js';
import { Protected } from '../../platform/access/protected.decorator.js';
import { ApiEnvelope, ApiPagedEnvelope } from '../../common/api/api-envelope.decorator.js';
import { ApiErrors } from '../../common/api/api-errors.decorator.js';
import { envelope, type Envelope, type PagedEnvelope } from '../../common/api/envelope.js';
import { ListRequest } from '../../common/pagination/list.request.js';
import { DisplayZone } from '../../runtime/http/display-zone.decorator.js';
import { ListPages } from '../../platform/listing/lists/list-pages.js';
import { RequestUrl } from '../../runtime/http/request-url.decorator.js';
import { SmsTransactionQueries } from './transactions/transaction.queries.js';
import { SMS_TRANSACTION_LIST } from './transactions/transaction.list.js';
import { SmsTransactionResponse } from './transactions/transaction.response.js';
import type { FilterValuesOf } from '../../platform/listing/lists/list.js';
import { ListFilters } from '../../platform/listing/lists/list-filters.decorator.js';

@ListFilters(SMS_TRANSACTION_LIST)
class SmsTransactionListRequest extends ListRequest {
  override filter?: FilterValuesOf<typeof SMS_TRANSACTION_LIST>;
}

@ApiTags('SMS')
@Controller('sms/:serviceId/transactions')
export class SmsTransactionsController {
  constructor(
    private readonly lists: ListPages,
    private readonly transactions: SmsTransactionQueries,
  ) {}

  @Get()
  @Protected('sms.services.transactions')
  @ApiOperation({ summary: 'List SMS transactions' })
  @ApiPagedEnvelope(SmsTransactionResponse)
  list(
    @CurrentService() service: ServiceRef,
    @Query() query: SmsTransactionListRequest,
    @RequestUrl() url: string,
    @DisplayZone() zone: string,
  ): Promise<PagedEnvelope<SmsTransactionResponse>> {
    return this.lists.envelope(SMS_TRANSACTION_LIST, service.id, query, url, (rows) =>
      rows.map((row) => SmsTransactionResponse.from(row, zone)),
    );
  }

  @Get(':transactionId')
  @Protected('sms.services.transactions.show')
  @ApiOperation({ summary: 'Show one SMS transaction' })
  @ApiParam({ name: 'transactionId', schema: { type: 'integer', minimum: 1, example: 1042 } })
  @ApiEnvelope(SmsTransactionResponse)
  @ApiErrors('TRANSACTION_NOT_FOUND')
  async show(
    @CurrentService() service: ServiceRef,
    @Param('transactionId') transactionId: string,
    @DisplayZone() zone: string,
  ): Promise<Envelope<SmsTransactionResponse>> {
    const row = await this.transactions.transaction(service.id, transactionId);
    return envelope(SmsTransactionResponse.from(row, zone));
  }
}
