import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';
import type { PaymentAlias } from './payment-alias.entity.js';

// An ended alias counts until the acquirer has confirmed its end, because an app may still hold it.
const OF_ANOTHER = {
  name: 'payment_alias_of_another_service',
  text: `SELECT FROM payment_alias WHERE wire_value = $1 AND type = 'UID' AND wire_value = value AND service_id <> $2
         AND (status IN ('alias_pending_registration', 'alias_active') OR next_poll_at IS NOT NULL) LIMIT 1`,
};

/** Finds aliases whose value was sent to the acquirer unchanged, not scoped to their service (see `wire-value.ts`). */
@Injectable()
export class UnscopedAliasQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Whether another service has the same unscoped value: an app that the acquirer finds for it may belong to a payer of that service. */
  async run({ serviceId, value, wireValue }: Pick<PaymentAlias, 'serviceId' | 'value' | 'wireValue'>): Promise<boolean> {
    return wireValue === value && (await runNamed(this.dataSource, OF_ANOTHER, [wireValue, serviceId])).length > 0;
  }
}
