import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { AliasColumns } from '../../blik-aliases/alias.response.js';
import { PaymentSubscription } from '../payment-subscription.entity.js';
import { type AliasSubscriptionResponse, subscriptionDetails } from '../subscription.responses.js';
import { ListedAliasResponse } from './listed-alias.response.js';

/** Reads the subscriptions of aliases, for the partner's list: each PAYID has one. */
@Injectable()
export class AliasesQuery {
  constructor(private readonly dataSource: DataSource) {}

  async responsesFrom(rows: readonly AliasColumns[], zone: string): Promise<ListedAliasResponse[]> {
    const payidAliasIds = rows.filter(({ type }) => type === 'PAYID').map(({ id }) => id);
    const subscriptions = payidAliasIds.length > 0 ? await this.findSubscriptions(payidAliasIds, zone) : new Map<string, never>();
    return rows.map((row) => ListedAliasResponse.of(row, subscriptions.get(row.id), zone));
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
