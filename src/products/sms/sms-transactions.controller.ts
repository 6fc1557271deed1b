import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { ServiceRef } from '../../platform/access/caller.js';
import { CurrentService } from '../../platform/access/current-service.decorator.js';
import { Protected } from '../../platform/access/protected.decorator.js';
import { ApiEnvelope, ApiPagedEnvelope } from '../../common/api/api-envelope.decorator.js';
import { ApiErrors } from '../../common/api/api-errors.decorator.js';
import { envelope, type Envelope, pagedEnvelope, type PagedEnvelope } from '../../common/api/envelope.js';
import { pageRequest } from '../../common/pagination/page-query.js';
import { DisplayZone } from '../../runtime/http/display-zone.decorator.js';
import { RequestUrl } from '../../runtime/http/request-url.decorator.js';
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
  ) {}

  @Get()
  @Protected('sms.services.transactions')
  @ApiOperation({ summary: 'List SMS transactions' })
  @ApiQuery({
    name: 'filter[from]',
    required: false,
    schema: { type: 'string', pattern: '^\\+?\\d{1,15}$' },
    description: 'Number the message was sent from.',
  })
  @ApiQuery({ name: 'filter[code]', required: false, schema: { type: 'string', maxLength: 64 } })
  @ApiQuery({ name: 'filter[used]', required: false, type: Boolean, description: 'Whether the code has been used.' })
  @ApiQuery({
    name: 'filter[send_number]',
    required: false,
    schema: { type: 'integer', enum: [...SHORT_NUMBERS] },
    description: 'Number the message was sent to.',
  })
  @ApiPagedEnvelope(SmsTransactionResponse)
  @ApiErrors('VALIDATION_ERROR')
  async list(
    @CurrentService() service: ServiceRef,
    @Query() query: SmsTransactionListRequest,
    @RequestUrl() url: string,
    @DisplayZone() zone: string,
  ): Promise<PagedEnvelope<SmsTransactionResponse>> {
    const request = pageRequest(query);
    const page = await this.transactions.run(service.id, query.filter ?? {}, request);
    return pagedEnvelope(page, request, url, (row) => SmsTransactionResponse.from(row, zone));
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
    const row = await this.showTransaction.run(service.id, transactionId);
    return envelope(SmsTransactionResponse.from(row, zone));
  }
}
