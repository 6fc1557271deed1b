import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { ServiceRef } from '../access/caller.js';
import { CurrentService } from '../access/current-service.decorator.js';
import { Protected } from '../access/protected.decorator.js';
import { ApiEnvelope, ApiInvalid, ApiPagedEnvelope } from '../common/http/api-envelope.decorator.js';
import { envelope, type Envelope, pagedEnvelope, type PagedEnvelope } from '../common/http/envelope.js';
import { pageRequest } from '../common/pagination/page-query.js';
import { Environment } from '../config/environment.js';
import { RequestUrl } from '../http/request-url.decorator.js';
import { SmsTransactionListRequest } from './dto/transaction-list.query.js';
import { SHORT_NUMBERS } from './numbers/catalogue.js';
import { ShowSmsTransactionQuery } from './transactions/show-transaction.query.js';
import { SmsTransactionListQuery } from './transactions/transaction-list.query.js';
import { SmsTransactionResponse } from './transactions/transaction.response.js';

@ApiTags('SMS')
@Controller('sms/:serviceId/transactions')
export class SmsTransactionsController {
  constructor(
    private readonly transactions: SmsTransactionListQuery,
    private readonly showTransaction: ShowSmsTransactionQuery,
    private readonly environment: Environment,
  ) {}

  @Get()
  @Protected('sms.services.transactions')
  @ApiOperation({ summary: 'List SMS transactions' })
  @ApiQuery({ name: 'filter[from]', required: false, type: 'integer', description: 'Number the message was sent from.' })
  @ApiQuery({ name: 'filter[code]', required: false, type: String })
  @ApiQuery({ name: 'filter[used]', required: false, type: Boolean })
  @ApiQuery({ name: 'filter[send_number]', required: false, type: 'integer', enum: [...SHORT_NUMBERS] })
  @ApiPagedEnvelope(SmsTransactionResponse)
  @ApiInvalid()
  async list(
    @CurrentService() service: ServiceRef,
    @Query() query: SmsTransactionListRequest,
    @RequestUrl() url: string,
  ): Promise<PagedEnvelope<SmsTransactionResponse>> {
    const request = pageRequest(query);
    const page = await this.transactions.run(service.id, query.filter ?? {}, request);
    return pagedEnvelope(page, request, url, (row) => SmsTransactionResponse.from(row, this.environment.app.displayTimeZone));
  }

  @Get(':transactionId')
  @Protected('sms.services.transactions.show')
  @ApiOperation({ summary: 'Show one SMS transaction' })
  @ApiParam({ name: 'transactionId', type: 'integer' })
  @ApiEnvelope(SmsTransactionResponse)
  async show(
    @CurrentService() service: ServiceRef,
    @Param('transactionId') transactionId: string,
  ): Promise<Envelope<SmsTransactionResponse>> {
    const row = await this.showTransaction.run(service.id, transactionId);
    return envelope(SmsTransactionResponse.from(row, this.environment.app.displayTimeZone));
  }
}
