import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { AliasSubscriptionResponse } from '../aliases/alias-subscription.response.js';
import { AliasSubscriptions } from '../aliases/alias-subscriptions.js';
import { PaymentSubscription } from './payment-subscription.entity.js';
import { subscriptionDetails } from './subscription.responses.js';

/** What aliases of type PAYID were given for, as the list of aliases shows it. */
@Injectable()
export class SubscriptionsOfAliasesQuery extends AliasSubscriptions {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async of(aliasIds: readonly string[], zone: string): Promise<ReadonlyMap<string, AliasSubscriptionResponse>> {
    const rows = await this.dataSource.manager.findBy(PaymentSubscription, { aliasId: In([...aliasIds]) });
    return new Map(
      rows.map((row) => {
        const { aliasId, id, status, mode, model } = row;
        return [aliasId, { id, status, mode, blik: { model }, ...subscriptionDetails(row, zone) }];
      }),
    );
  }
}
