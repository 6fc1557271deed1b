import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';
import type { PaymentAlias } from './payment-alias.entity.js';

// An alias that ended counts while it is still to be unregistered: until then an app may know it.
const OF_ANOTHER = {
  name: 'payment_alias_of_another_service',
  text: `SELECT FROM payment_alias WHERE wire_value = $1 AND type = 'UID' AND wire_value = value AND service_id <> $2
         AND (status IN ('alias_pending_registration', 'alias_active') OR next_poll_at IS NOT NULL) LIMIT 1`,
};

/** Looks for aliases whose value went to the channel as it was, not scoped to their service (`wire-value.ts`). */
@Injectable()
export class UnscopedAliasQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Whether another service has the same one: an app that the channel finds for it may belong to a payer of that service. */
  async run({ serviceId, value, wireValue }: Pick<PaymentAlias, 'serviceId' | 'value' | 'wireValue'>): Promise<boolean> {
    return wireValue === value && (await runNamed(this.dataSource, OF_ANOTHER, [wireValue, serviceId])).length > 0;
  }
}
