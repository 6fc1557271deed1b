import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../../common/pagination/list.request.js';
import type { Page } from '../../../../common/pagination/page.js';
import type { FilterValuesOf } from '../../../../platform/listing/lists/list.js';
import { ListPages } from '../../../../platform/listing/lists/list-pages.js';
import { SubscriptionsOfAliasesQuery } from './subscriptions-of-aliases.query.js';
import { ALIAS_LIST } from '../../aliases/alias.list.js';
import { ListedAliasResponse } from './listed-alias.response.js';

/** Lists the aliases of a service for its partner, each PAYID with its subscription. */
@Injectable()
export class AliasesQuery {
  constructor(
    private readonly lists: ListPages,
    private readonly subscriptions: SubscriptionsOfAliasesQuery,
  ) {}

  async page(
    serviceId: string,
    filter: FilterValuesOf<typeof ALIAS_LIST>,
    request: PageRequest,
    zone: string,
  ): Promise<Page<ListedAliasResponse>> {
    const { rows, total } = await this.lists.read(ALIAS_LIST, serviceId, filter, request);
    const payidAliasIds = rows.filter(({ type }) => type === 'PAYID').map(({ id }) => id);
    const subscriptions =
      payidAliasIds.length > 0 ? await this.subscriptions.findSubscriptions(payidAliasIds, zone) : new Map<string, never>();
    return { total, rows: rows.map((row) => ListedAliasResponse.of(row, subscriptions.get(row.id), zone)) };
  }
}
