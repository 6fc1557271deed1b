import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags, ApiProperty } from '@nestjs/swagger';
import type { Caller, ServiceRef } from '../../../platform/access/caller.js';
import { CurrentCaller } from '../../../platform/access/current-caller.decorator.js';
import { CurrentService } from '../../../platform/access/current-service.decorator.js';
import { Protected } from '../../../platform/access/protected.decorator.js';
import { ApiEnvelope, ApiListEnvelope, ApiPagedEnvelope } from '../../../common/api/api-envelope.decorator.js';
import { envelope, type Envelope, pagedEnvelope, type PagedEnvelope } from '../../../common/api/envelope.js';
import { ListRequest, pageRequest, WholeListRequest } from '../../../common/pagination/list.request.js';
import { DisplayZone } from '../../../runtime/http/display-zone.decorator.js';
import { PublicUrl } from '../../../runtime/http/public-url.decorator.js';
import { RequestUrl } from '../../../runtime/http/request-url.decorator.js';
import { ServiceListQuery } from '../../../platform/partners/services/service-list.query.js';
import { PaymentChannelResponse } from '../payment-methods/channel.responses.js';
import { ServiceChannelsQuery } from '../payment-methods/service-channels.query.js';
import { PaymentCurrencyResponse } from '../exchange-rates/currency.response.js';
import { ServiceCurrenciesQuery } from '../exchange-rates/service-currencies.query.js';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import type { Service } from '../../../platform/partners/services/service.entity.js';
import { SERVICE_STATUSES, type ServiceStatus } from '../../../platform/partners/services/service-status.js';

class PaymentServiceResponse {
  @ApiProperty({ pattern: '^[0-9a-f]{8}$', example: '5f2c9a1b' })
  id: string;

  @ApiProperty({ example: 'Books' })
  name: string;

  @ApiProperty({ enum: SERVICE_STATUSES })
  status: ServiceStatus;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;

  static from({ id, name, status, createdAt }: Service, zone: string): PaymentServiceResponse {
    return { id, name, status, created_at: formatTimestamp(createdAt, zone) };
  }
}

@ApiTags('Online payments')
@Controller('payment')
export class PaymentServicesController {
  constructor(
    private readonly services: ServiceListQuery,
    private readonly serviceChannels: ServiceChannelsQuery,
    private readonly serviceCurrencies: ServiceCurrenciesQuery,
  ) {}

  @Get()
  @Protected('payment.services')
  @ApiOperation({ summary: 'List online payment services' })
  @ApiPagedEnvelope(PaymentServiceResponse)
  async list(
    @CurrentCaller() caller: Caller,
    @Query() query: ListRequest,
    @RequestUrl() url: string,
    @DisplayZone() zone: string,
  ): Promise<PagedEnvelope<PaymentServiceResponse>> {
    const request = pageRequest(query);
    const page = await this.services.run(caller, 'payment', request);
    return pagedEnvelope(page, request, url, (row) => PaymentServiceResponse.from(row, zone));
  }

  @Get(':serviceId')
  @Protected('payment.services.show')
  @ApiOperation({ summary: 'Show one online payment service' })
  @ApiEnvelope(PaymentServiceResponse)
  async show(@CurrentService() { id }: ServiceRef, @DisplayZone() zone: string): Promise<Envelope<PaymentServiceResponse>> {
    return envelope(PaymentServiceResponse.from(await this.services.getService(id), zone));
  }

  @Get(':serviceId/channels')
  @Protected('payment.channels')
  @ApiOperation({ summary: 'List the channels that a service can use' })
  @ApiListEnvelope(PaymentChannelResponse)
  async channels(
    @CurrentService() { id }: ServiceRef,
    @Query() _query: WholeListRequest,
    @PublicUrl() publicUrl: string,
  ): Promise<Envelope<PaymentChannelResponse[]>> {
    const usableChannels = await this.serviceChannels.listUsable(id);
    return envelope(usableChannels.map((channel) => PaymentChannelResponse.from(channel, publicUrl)));
  }
  @Get(':serviceId/currencies')
  @Protected('payment.currencies')
  @ApiOperation({ summary: 'List the currencies that payers of a service can pay in' })
  @ApiListEnvelope(PaymentCurrencyResponse)
  async currencies(@CurrentService() { id }: ServiceRef, @Query() _query: WholeListRequest): Promise<Envelope<PaymentCurrencyResponse[]>> {
    return envelope((await this.serviceCurrencies.listCurrencies(id)).map((currency) => PaymentCurrencyResponse.from(currency)));
  }
}
