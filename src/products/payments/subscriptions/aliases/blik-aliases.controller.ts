import { Body, Controller, Delete, Get, HttpCode, Param, Query, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiPagedEnvelope } from '../../../../common/api/api-envelope.decorator.js';
import { ApiErrors } from '../../../../common/api/api-errors.decorator.js';
import { ApiOptionalBody } from '../../../../common/api/api-optional-body.decorator.js';
import type { PagedEnvelope } from '../../../../common/api/envelope.js';
import { ListRequest } from '../../../../common/pagination/list.request.js';
import type { ServiceRef } from '../../../../platform/access/caller.js';
import { CurrentService } from '../../../../platform/access/current-service.decorator.js';
import { Protected } from '../../../../platform/access/protected.decorator.js';
import { DisplayZone } from '../../../../runtime/http/display-zone.decorator.js';
import { RequestUrl } from '../../../../runtime/http/request-url.decorator.js';
import { ResourceExists } from '../../payments/resource-exists.guard.js';
import { ALIAS_LIST } from '../../blik-aliases/alias.list.js';
import { AliasesQuery } from './aliases.query.js';
import { ListedAliasResponse } from './listed-alias.response.js';
import { PaymentAlias } from '../../blik-aliases/payment-alias.entity.js';
import { UnregisterAliasRequest, UnregisterReason } from './unregister-alias.request.js';
import { type UnregisteredAlias, UnregisterAliasService } from './unregister-alias.service.js';
import { ListFilters } from '../../../../platform/listing/lists/list-filters.decorator.js';
import type { FilterValuesOf } from '../../../../platform/listing/lists/list.js';
import { ListPages } from '../../../../platform/listing/lists/list-pages.js';
import { ActsAsCaller } from '../../../../platform/access/acts-as-caller.decorator.js';

@ListFilters(ALIAS_LIST)
class AliasListRequest extends ListRequest {
  override filter?: FilterValuesOf<typeof ALIAS_LIST>;
}

@ApiTags('Online payments')
@Controller('payment/:serviceId/blik/aliases')
export class BlikAliasesController {
  constructor(
    private readonly lists: ListPages,
    private readonly aliases: AliasesQuery,
    private readonly unregister: UnregisterAliasService,
  ) {}

  @Get()
  @Protected('payment.blik.aliases')
  @ApiOperation({ summary: 'List BLIK aliases' })
  @ApiPagedEnvelope(ListedAliasResponse)
  list(
    @CurrentService() { id }: ServiceRef,
    @Query() query: AliasListRequest,
    @RequestUrl() url: string,
    @DisplayZone() zone: string,
  ): Promise<PagedEnvelope<ListedAliasResponse>> {
    return this.lists.envelope(ALIAS_LIST, id, query, url, (rows) => this.aliases.responsesFrom(rows, zone));
  }

  @Delete()
  @HttpCode(204)
  @Protected('payment.blik.aliases.delete')
  @ActsAsCaller()
  @ApiOperation({ summary: 'Unregister a BLIK alias, by its id or by its value and type' })
  @ApiNoContentResponse({ description: 'It is unregistered, or was over already.' })
  @ApiErrors('ROUTE_NOT_FOUND')
  remove(@CurrentService() { id }: ServiceRef, @Body() body: UnregisterAliasRequest): Promise<void> {
    return this.unregister.run(id, aliasOf(body), body.reason ?? null);
  }

  @Delete(':aliasId')
  @HttpCode(204)
  @Protected('payment.blik.aliases.delete')
  @ActsAsCaller()
  @UseGuards(ResourceExists(PaymentAlias, 'aliasId', 'ROUTE_NOT_FOUND'))
  @ApiOperation({ summary: 'Unregister one BLIK alias' })
  @ApiParam({ name: 'aliasId', format: 'uuid' })
  @ApiOptionalBody(UnregisterReason)
  @ApiNoContentResponse({ description: 'It is unregistered, or was over already.' })
  @ApiErrors('ROUTE_NOT_FOUND')
  removeOne(@CurrentService() { id }: ServiceRef, @Param('aliasId') aliasId: string, @Body() body: UnregisterReason): Promise<void> {
    return this.unregister.run(id, { id: aliasId }, body.reason ?? null);
  }
}

/** The alias that a validated request names: by its id, or by value and type. */
function aliasOf({ uuid, value, type }: UnregisterAliasRequest): UnregisteredAlias {
  return uuid === undefined || uuid === null ? { value: value ?? '', type: type ?? 'UID' } : { id: uuid };
}
