import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { PaymentSubscription } from '../payment-subscription.entity.js';
import { type AliasSubscriptionResponse, subscriptionDetails } from '../subscription.responses.js';

/** Reads the subscriptions of PAYID aliases for the list of aliases. */
@Injectable()
export class SubscriptionsOfAliasesQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @param zone time zone of the timestamps. @returns the subscriptions by alias id. */
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
