import { Body, Controller, Delete, Get, HttpCode, Param, Query, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiEnvelope, ApiPagedEnvelope } from '../../../common/api/api-envelope.decorator.js';
import { ApiErrors } from '../../../common/api/api-errors.decorator.js';
import { envelope, type Envelope, type PagedEnvelope } from '../../../common/api/envelope.js';
import { ListRequest } from '../../../common/pagination/list.request.js';
import { ActsAsCaller } from '../../../platform/access/acts-as-caller.decorator.js';
import type { ServiceRef } from '../../../platform/access/caller.js';
import { CurrentService } from '../../../platform/access/current-service.decorator.js';
import { Protected } from '../../../platform/access/protected.decorator.js';
import { Idempotent } from '../../../platform/idempotency/idempotent.decorator.js';
import { IdempotentPost } from '../../../platform/idempotency/idempotent-post.decorator.js';
import { IdempotentRequest } from '../../../platform/idempotency/idempotent-request.js';
import { ListFilters } from '../../../platform/listing/lists/list-filters.decorator.js';
import { ListPages } from '../../../platform/listing/lists/list-pages.js';
import type { FilterValuesOf } from '../../../platform/listing/lists/list.js';
import { DisplayZone } from '../../../runtime/http/display-zone.decorator.js';
import { PublicUrl } from '../../../runtime/http/public-url.decorator.js';
import { RequestUrl } from '../../../runtime/http/request-url.decorator.js';
import { ResourceExists } from '../payments/resource-exists.guard.js';
import { CreateLinkRequest } from './create-link.request.js';
import { CreateLinkService } from './create-link.service.js';
import { DisableLinkService } from './disable-link.service.js';
import { LINK_LIST } from './link.list.js';
import { LinkDetail, LinkResponse } from './link.responses.js';
import { LinksQuery } from './links.query.js';
import { PaymentLink } from './payment-link.entity.js';
import { PaymentsOfLinkQuery } from './payments-of-link.query.js';

@ListFilters(LINK_LIST)
class LinkListRequest extends ListRequest {
  override filter?: FilterValuesOf<typeof LINK_LIST>;
}

@ApiTags('Online payments')
@Controller('payment/:serviceId/links')
export class PaymentLinksController {
  constructor(
    private readonly createLink: CreateLinkService,
    private readonly disableLink: DisableLinkService,
    private readonly lists: ListPages,
    private readonly links: LinksQuery,
    private readonly payments: PaymentsOfLinkQuery,
  ) {}

  @Get()
  @Protected('payment.links')
  @ApiOperation({ summary: 'List payment links' })
  @ApiPagedEnvelope(LinkResponse)
  list(
    @CurrentService() { id }: ServiceRef,
    @Query() query: LinkListRequest,
    @RequestUrl() url: string,
    @PublicUrl() publicUrl: string,
    @DisplayZone() zone: string,
  ): Promise<PagedEnvelope<LinkResponse>> {
    return this.lists.envelope(LINK_LIST, id, query, url, async (rows) =>
      (await this.links.addClosedReason(rows)).map((link) => LinkResponse.from(link, { publicUrl, zone })),
    );
  }

  @IdempotentPost()
  @HttpCode(200)
  @Protected('payment.links.create')
  @ActsAsCaller()
  @ApiOperation({ summary: 'Create a payment link: a page at which payers pay without a shop' })
  @ApiEnvelope(LinkResponse)
  async create(
    @CurrentService() service: ServiceRef,
    @Body() body: CreateLinkRequest,
    @PublicUrl() publicUrl: string,
    @DisplayZone() zone: string,
    @Idempotent() request: IdempotentRequest,
  ): Promise<Envelope<LinkResponse>> {
    return request.storeAndRespond(
      (buildStoredResponse) => this.createLink.run(service, body, buildStoredResponse),
      (link: PaymentLink) => envelope(LinkResponse.from({ ...link, closed: null }, { publicUrl, zone })),
    );
  }

  @Get(':linkId')
  @Protected('payment.links.show')
  @ApiOperation({ summary: 'Show one payment link, with its latest payments' })
  @ApiParam({ name: 'linkId', format: 'uuid' })
  @ApiEnvelope(LinkDetail)
  @ApiErrors('ROUTE_NOT_FOUND')
  async show(
    @CurrentService() service: ServiceRef,
    @Param('linkId') linkId: string,
    @PublicUrl() publicUrl: string,
    @DisplayZone() zone: string,
  ): Promise<Envelope<LinkDetail>> {
    const link = await this.links.get(service.id, linkId);
    return envelope(LinkDetail.with(link, await this.payments.findLatestPayments(link.id), { publicUrl, zone }));
  }

  @Delete(':linkId')
  @HttpCode(204)
  @Protected('payment.links.delete')
  @ActsAsCaller()
  @UseGuards(ResourceExists(PaymentLink, 'linkId', 'ROUTE_NOT_FOUND'))
  @ApiOperation({ summary: 'Disable a payment link for good; payments that were begun with it go on' })
  @ApiParam({ name: 'linkId', format: 'uuid' })
  @ApiNoContentResponse({ description: 'It is disabled, or was already.' })
  @ApiErrors('ROUTE_NOT_FOUND')
  async disable(@CurrentService() _service: ServiceRef, @Param('linkId') linkId: string): Promise<void> {
    await this.disableLink.run(linkId);
  }
}
