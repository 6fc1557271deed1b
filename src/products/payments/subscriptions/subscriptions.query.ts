import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { PageRequest } from '../../../common/pagination/list.request.js';
import type { Page } from '../../../common/pagination/page.js';
import { ListPages } from '../../../platform/listing/lists/list-pages.js';
import type { FilterValuesOf } from '../../../platform/listing/lists/list.js';
import { PaymentAlias } from '../aliases/payment-alias.entity.js';
import { SUBSCRIPTION_LIST } from './subscription.list.js';
import type { SubscriptionColumns } from './subscription.responses.js';

/** Lists the subscriptions of a service, each with its alias. */
@Injectable()
export class SubscriptionsQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lists: ListPages,
  ) {}

  async run(
    serviceId: string,
    filter: FilterValuesOf<typeof SUBSCRIPTION_LIST>,
    request: PageRequest,
  ): Promise<Page<{ row: SubscriptionColumns; alias: PaymentAlias }>> {
    const { rows, total } = await this.lists.read(SUBSCRIPTION_LIST, serviceId, filter, request);
    const aliases = await this.dataSource.manager.findBy(PaymentAlias, { id: In(rows.map(({ aliasId }) => aliasId)) });
    const aliasesById = new Map(aliases.map((alias) => [alias.id, alias]));
    const rowsWithAlias = rows.flatMap((row) => [aliasesById.get(row.aliasId)].flatMap((alias) => (alias ? [{ row, alias }] : [])));
    return { rows: rowsWithAlias, total };
  }
}
