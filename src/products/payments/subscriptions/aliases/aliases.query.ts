import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { PageRequest } from '../../../../common/pagination/list.request.js';
import type { Page } from '../../../../common/pagination/page.js';
import type { FilterValuesOf } from '../../../../platform/listing/lists/list.js';
import { ListPages } from '../../../../platform/listing/lists/list-pages.js';
import { ALIAS_LIST } from '../../aliases/alias.list.js';
import { PaymentSubscription } from '../payment-subscription.entity.js';
import { type AliasSubscriptionResponse, subscriptionDetails } from '../subscription.responses.js';
import { ListedAliasResponse } from './listed-alias.response.js';

/** Lists the aliases of a service for its partner, each PAYID with its subscription. */
@Injectable()
export class AliasesQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lists: ListPages,
  ) {}

  async page(
    serviceId: string,
    filter: FilterValuesOf<typeof ALIAS_LIST>,
    request: PageRequest,
    zone: string,
  ): Promise<Page<ListedAliasResponse>> {
    const { rows, total } = await this.lists.read(ALIAS_LIST, serviceId, filter, request);
    const payidAliasIds = rows.filter(({ type }) => type === 'PAYID').map(({ id }) => id);
    const subscriptions = payidAliasIds.length > 0 ? await this.findSubscriptions(payidAliasIds, zone) : new Map<string, never>();
    return { total, rows: rows.map((row) => ListedAliasResponse.of(row, subscriptions.get(row.id), zone)) };
  }

  /** Reads the subscriptions of PAYID aliases. @param zone time zone of the timestamps. @returns the subscriptions by alias id. */
  async findSubscriptions(aliasIds: readonly string[], zone: string): Promise<ReadonlyMap<string, AliasSubscriptionResponse>> {
    const rows = await this.dataSource.manager.findBy(PaymentSubscription, { aliasId: In([...aliasIds]) });
    return new Map(
      rows.map((row) => {
        const { aliasId, id, status, mode, model } = row;
        return [aliasId, { id, status, mode, blik: { model }, ...subscriptionDetails(row, zone) }];
      }),
    );
  }
}
