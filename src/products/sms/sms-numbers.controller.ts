import { All, Controller, Get, Param, Query } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Protected } from '../../platform/access/protected.decorator.js';
import { PublicRoute } from '../../platform/access/public-route.decorator.js';
import { DomainError } from '../../common/errors/domain-error.js';
import { ApiEnvelope, ApiPagedEnvelope } from '../../common/api/api-envelope.decorator.js';
import { envelope, type Envelope, pagedEnvelope, type PagedEnvelope } from '../../common/api/envelope.js';
import { ListRequest, pageRequest } from '../../common/pagination/list.request.js';
import { RequestUrl } from '../../runtime/http/request-url.decorator.js';
import { CATALOGUE, findNumber, SHORT_NUMBERS } from './numbers/catalogue.js';
import { SmsNumberResponse } from './numbers/number.response.js';
import { pageOf } from '../../common/pagination/page-of.js';

/** This controller must be registered before the controllers of `sms/:serviceId`, so that `numbers` is not read as a service id. */
@ApiTags('SMS')
@Controller('sms/numbers')
export class SmsNumbersController {
  @Get()
  @Protected('sms.numbers')
  @ApiOperation({ summary: 'List all short numbers' })
  @ApiPagedEnvelope(SmsNumberResponse)
  list(@Query() query: ListRequest, @RequestUrl() url: string): PagedEnvelope<SmsNumberResponse> {
    const request = pageRequest(query);
    return pagedEnvelope(pageOf(CATALOGUE, request), request, url, (row) => SmsNumberResponse.from(row));
  }

  @Get(':number')
  @Protected('sms.numbers.show')
  @ApiOperation({ summary: 'Show one short number' })
  @ApiParam({ name: 'number', schema: { type: 'integer', enum: [...SHORT_NUMBERS], example: 7055 } })
  @ApiEnvelope(SmsNumberResponse)
  show(@Param('number') text: string): Envelope<SmsNumberResponse> {
    const number = findNumber(text);
    if (!number) throw new DomainError('ROUTE_NOT_FOUND');
    return envelope(SmsNumberResponse.from(number));
  }

  @All(['', '*path'])
  @PublicRoute('always responds with 404: it keeps paths below sms/numbers from being read as a service id')
  @ApiExcludeEndpoint()
  nothing(): never {
    throw new DomainError('ROUTE_NOT_FOUND');
  }
}
