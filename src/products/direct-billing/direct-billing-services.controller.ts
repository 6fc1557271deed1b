import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller, ServiceRef } from '../../platform/access/caller.js';
import { CurrentCaller } from '../../platform/access/current-caller.decorator.js';
import { CurrentService } from '../../platform/access/current-service.decorator.js';
import { Protected } from '../../platform/access/protected.decorator.js';
import { ApiEnvelope, ApiPagedEnvelope } from '../../common/api/api-envelope.decorator.js';
import { ApiErrors } from '../../common/api/api-errors.decorator.js';
import { envelope, type Envelope, pagedEnvelope, type PagedEnvelope } from '../../common/api/envelope.js';
import { ListRequest, pageRequest } from '../../common/pagination/list.request.js';
import { DisplayZone } from '../../runtime/http/display-zone.decorator.js';
import { RequestUrl } from '../../runtime/http/request-url.decorator.js';
import { ServiceListQuery } from '../../platform/partners/services/service-list.query.js';
import { CalculateDirectBillingRequest } from './commission/calculate.request.js';
import { TariffQueries } from './commission/tariff.queries.js';
import { DirectBillingCalculationResponse, DirectBillingServiceResponse } from './services/service.responses.js';
import { ServiceSuffixesQuery } from './services/service-suffixes.query.js';

@ApiTags('DirectBilling')
@Controller('directbilling')
export class DirectBillingServicesController {
  constructor(
    private readonly services: ServiceListQuery,
    private readonly suffixes: ServiceSuffixesQuery,
    private readonly tariffs: TariffQueries,
  ) {}

  @Get()
  @Protected('directbilling.services')
  @ApiOperation({ summary: 'List DirectBilling services' })
  @ApiPagedEnvelope(DirectBillingServiceResponse)
  async list(
    @CurrentCaller() caller: Caller,
    @Query() query: ListRequest,
    @RequestUrl() url: string,
    @DisplayZone() zone: string,
  ): Promise<PagedEnvelope<DirectBillingServiceResponse>> {
    const request = pageRequest(query);
    const page = await this.services.run(caller, 'directbilling', request);
    const suffixOf = await this.suffixes.readSuffixes(page.rows.map((row) => row.id));
    return pagedEnvelope(page, request, url, (row) => DirectBillingServiceResponse.from(row, suffixOf(row.id), zone));
  }

  @Get(':serviceId')
  @Protected('directbilling.services.show')
  @ApiOperation({ summary: 'Show one DirectBilling service' })
  @ApiEnvelope(DirectBillingServiceResponse)
  async show(@CurrentService() { id }: ServiceRef, @DisplayZone() zone: string): Promise<Envelope<DirectBillingServiceResponse>> {
    const [service, suffixOf] = await Promise.all([this.services.getService(id), this.suffixes.readSuffixes([id])]);
    return envelope(DirectBillingServiceResponse.from(service, suffixOf(id), zone));
  }

  @Get(':serviceId/calculate')
  @Protected('directbilling.services.calculate')
  @ApiOperation({ summary: 'Calculate what payers of each operator pay for a net amount' })
  @ApiEnvelope(DirectBillingCalculationResponse)
  @ApiErrors('VALIDATION_ERROR')
  async calculate(
    @CurrentService() { id }: ServiceRef,
    @Query() query: CalculateDirectBillingRequest,
  ): Promise<Envelope<DirectBillingCalculationResponse>> {
    return envelope(DirectBillingCalculationResponse.from(await this.tariffs.requiredPrices(id, query.amount)));
  }
}
