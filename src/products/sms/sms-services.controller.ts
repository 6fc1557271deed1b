import { isIP } from 'node:net';
import { Body, Controller, Get, HttpCode, Param, Query, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Caller, ServiceRef } from '../../platform/access/caller.js';
import { CurrentCaller } from '../../platform/access/current-caller.decorator.js';
import { CurrentService } from '../../platform/access/current-service.decorator.js';
import { Protected } from '../../platform/access/protected.decorator.js';
import { DomainError, invalidField } from '../../common/errors/domain-error.js';
import { ApiEnvelope, ApiPagedEnvelope } from '../../common/api/api-envelope.decorator.js';
import { ApiErrors } from '../../common/api/api-errors.decorator.js';
import { envelope, type Envelope, pagedEnvelope, type PagedEnvelope } from '../../common/api/envelope.js';
import { ListRequest, pageRequest } from '../../common/pagination/list.request.js';
import { DisplayZone } from '../../runtime/http/display-zone.decorator.js';
import { RequestUrl } from '../../runtime/http/request-url.decorator.js';
import { Idempotent } from '../../platform/idempotency/idempotent.decorator.js';
import { IdempotentPost } from '../../platform/idempotency/idempotent-post.decorator.js';
import { IdempotentRequest } from '../../platform/idempotency/idempotent-request.js';
import { ServiceListQuery } from '../../platform/partners/services/service-list.query.js';
import { CheckCodeService } from './codes/check-code.service.js';
import { SmsCodeCheckResponse } from './codes/code-check.response.js';
import type { CheckedCode } from './codes/code-statements.js';
import { CheckSmsCodeRequest } from './codes/check-code.request.js';
import { SHORT_NUMBERS } from './numbers/catalogue.js';
import { SmsNumberResponse } from './numbers/number.response.js';
import { pageOf } from '../../common/pagination/page-of.js';
import { SmsServiceQueries } from './services/service.queries.js';
import { SmsServiceListItem, SmsServiceResponse } from './services/service.responses.js';

const PAYER_ADDRESS = {
  name: 'Payer-Address',
  required: false,
  description:
    'IP address from which the payer gave the code to you. Wrong codes are then counted for him, so that one who guesses, or ' +
    'mistypes, keeps only himself waiting; without it they count for the whole service.',
  schema: { type: 'string', example: '203.0.113.7' },
} as const;

/** The IP address in the header `Payer-Address`, or null without the header. @throws DomainError VALIDATION_ERROR for any other value. */
const PayerAddress = createParamDecorator((_: unknown, context: ExecutionContext): string | null => {
  const header = context.switchToHttp().getRequest<Request>().get(PAYER_ADDRESS.name);
  if (header === undefined) return null;
  const address = header.trim();
  if (isIP(address) === 0 || address.includes('%')) {
    throw invalidField(PAYER_ADDRESS.name, 'The header Payer-Address must be the IP address of the payer, such as 203.0.113.7.');
  }
  return address;
});

@ApiTags('SMS')
@Controller('sms')
export class SmsServicesController {
  constructor(
    private readonly services: ServiceListQuery,
    private readonly smsServices: SmsServiceQueries,
    private readonly checkCode: CheckCodeService,
  ) {}

  @Get()
  @Protected('sms.services')
  @ApiOperation({ summary: 'List SMS services' })
  @ApiPagedEnvelope(SmsServiceListItem)
  async list(
    @CurrentCaller() caller: Caller,
    @Query() query: ListRequest,
    @RequestUrl() url: string,
    @DisplayZone() zone: string,
  ): Promise<PagedEnvelope<SmsServiceListItem>> {
    const request = pageRequest(query);
    const page = await this.services.run(caller, 'sms', request);
    const detailsOf = await this.smsServices.detailsReader(page.rows.map((row) => row.id));
    return pagedEnvelope(page, request, url, (row) => SmsServiceListItem.from(row, detailsOf(row.id), zone));
  }

  @Get(':serviceId')
  @Protected('sms.services.show')
  @ApiOperation({ summary: 'Show one SMS service' })
  @ApiEnvelope(SmsServiceResponse)
  async show(@CurrentService() { id }: ServiceRef, @DisplayZone() zone: string): Promise<Envelope<SmsServiceResponse>> {
    const [service, details, numbers] = await Promise.all([
      this.services.getService(id),
      this.smsServices.details(id),
      this.smsServices.numbers(id),
    ]);
    return envelope(SmsServiceResponse.fromDetails(service, details, numbers, zone));
  }

  @IdempotentPost(':serviceId')
  @HttpCode(200)
  @Protected('sms.services.code')
  @ApiOperation({ summary: 'Check a code and mark it used' })
  @ApiHeader(PAYER_ADDRESS)
  @ApiEnvelope(SmsCodeCheckResponse)
  @ApiErrors('TRANSACTION_NOT_FOUND')
  async check(
    @CurrentService() { id }: ServiceRef,
    @PayerAddress() payerAddress: string | null,
    @Body() { code, number }: CheckSmsCodeRequest,
    @DisplayZone() zone: string,
    @Idempotent() request: IdempotentRequest,
  ): Promise<Envelope<SmsCodeCheckResponse>> {
    const check = { serviceId: id, payerAddress, code, number: number ?? null };
    return request.storeAndRespond(
      (buildStoredResponse) => this.checkCode.run(check, buildStoredResponse),
      (checkedCode: CheckedCode) => envelope(SmsCodeCheckResponse.from(checkedCode, zone)),
    );
  }

  @Get(':serviceId/numbers')
  @Protected('sms.services.numbers')
  @ApiOperation({ summary: 'List the short numbers of a service' })
  @ApiPagedEnvelope(SmsNumberResponse)
  async listNumbers(
    @CurrentService() { id }: ServiceRef,
    @Query() query: ListRequest,
    @RequestUrl() url: string,
  ): Promise<PagedEnvelope<SmsNumberResponse>> {
    const request = pageRequest(query);
    return pagedEnvelope(pageOf(await this.smsServices.numbers(id), request), request, url, (row) => SmsNumberResponse.from(row));
  }

  @Get(':serviceId/numbers/:number')
  @Protected('sms.services.numbers.show')
  @ApiOperation({ summary: 'Show one short number of a service' })
  @ApiParam({ name: 'number', schema: { type: 'integer', enum: [...SHORT_NUMBERS], example: 7055 } })
  @ApiEnvelope(SmsNumberResponse)
  async showNumber(@CurrentService() { id }: ServiceRef, @Param('number') text: string): Promise<Envelope<SmsNumberResponse>> {
    const shortNumber = (await this.smsServices.numbers(id)).find(({ number }) => String(number) === text);
    if (!shortNumber) throw new DomainError('ROUTE_NOT_FOUND');
    return envelope(SmsNumberResponse.from(shortNumber));
  }
}
