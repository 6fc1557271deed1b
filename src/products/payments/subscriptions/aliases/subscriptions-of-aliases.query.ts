import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { PaymentSubscription } from '../payment-subscription.entity.js';
import { type AliasSubscriptionResponse, subscriptionDetails } from '../subscription.responses.js';

/** The subscriptions of aliases of type PAYID, as the list of aliases shows them. */
@Injectable()
export class SubscriptionsOfAliasesQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** By the alias's id. @param zone time zone that timestamps are printed in. */
  async of(aliasIds: readonly string[], zone: string): Promise<ReadonlyMap<string, AliasSubscriptionResponse>> {
    const rows = await this.dataSource.manager.findBy(PaymentSubscription, { aliasId: In([...aliasIds]) });
    return new Map(
      rows.map((row) => {
        const { aliasId, id, status, mode, model } = row;
        return [aliasId, { id, status, mode, blik: { model }, ...subscriptionDetails(row, zone) }];
      }),
    );
  }
}
