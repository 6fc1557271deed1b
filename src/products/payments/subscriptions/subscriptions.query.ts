import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { PaymentAlias } from '../blik-aliases/payment-alias.entity.js';
import { type SubscriptionColumns, SubscriptionResponse } from './subscription.responses.js';

/** Reads the aliases of subscriptions, for the partner's list. */
@Injectable()
export class SubscriptionsQuery {
  constructor(private readonly dataSource: DataSource) {}

  async responsesFrom(rows: readonly SubscriptionColumns[], zone: string): Promise<SubscriptionResponse[]> {
    const aliases = await this.dataSource.manager.findBy(PaymentAlias, { id: In(rows.map(({ aliasId }) => aliasId)) });
    const aliasesById = new Map(aliases.map((alias) => [alias.id, alias]));
    return rows.flatMap((row) => {
      const alias = aliasesById.get(row.aliasId);
      return alias ? [SubscriptionResponse.from(row, alias, zone)] : [];
    });
  }
}
