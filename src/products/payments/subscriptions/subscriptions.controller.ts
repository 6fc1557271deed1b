import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiPagedEnvelope } from '../../../common/api/api-envelope.decorator.js';
import type { PagedEnvelope } from '../../../common/api/envelope.js';
import { ListRequest } from '../../../common/pagination/list.request.js';
import type { ServiceRef } from '../../../platform/access/caller.js';
import { CurrentService } from '../../../platform/access/current-service.decorator.js';
import { Protected } from '../../../platform/access/protected.decorator.js';
import { ListFilters } from '../../../platform/listing/lists/list-filters.decorator.js';
import type { FilterValuesOf } from '../../../platform/listing/lists/list.js';
import { ListPages } from '../../../platform/listing/lists/list-pages.js';
import { DisplayZone } from '../../../runtime/http/display-zone.decorator.js';
import { RequestUrl } from '../../../runtime/http/request-url.decorator.js';
import { SUBSCRIPTION_LIST } from './subscription.list.js';
import { SubscriptionResponse } from './subscription.responses.js';
import { SubscriptionsQuery } from './subscriptions.query.js';

@ListFilters(SUBSCRIPTION_LIST)
export class SubscriptionListRequest extends ListRequest {
  override filter?: FilterValuesOf<typeof SUBSCRIPTION_LIST>;
}

@ApiTags('Online payments')
@Controller('payment/:serviceId/subscriptions')
export class SubscriptionsController {
  constructor(
    private readonly lists: ListPages,
    private readonly subscriptions: SubscriptionsQuery,
  ) {}

  @Get()
  @Protected('payment.subscriptions')
  @ApiOperation({ summary: 'List subscriptions' })
  @ApiPagedEnvelope(SubscriptionResponse)
  list(
    @CurrentService() service: ServiceRef,
    @Query() query: SubscriptionListRequest,
    @RequestUrl() url: string,
    @DisplayZone() zone: string,
  ): Promise<PagedEnvelope<SubscriptionResponse>> {
    return this.lists.envelope(SUBSCRIPTION_LIST, service.id, query, url, (rows) => this.subscriptions.responsesFrom(rows, zone));
  }
}
