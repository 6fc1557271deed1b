import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';
import type { PaymentAlias } from './payment-alias.entity.js';

// An app may know one that is over until it was told to forget it.
const OF_ANOTHER = {
  name: 'payment_alias_of_another_service',
  text: `SELECT FROM payment_alias WHERE wire_value = $1 AND type = 'UID' AND wire_value = value AND service_id <> $2
         AND (status IN ('alias_pending_registration', 'alias_active') OR ask_at IS NOT NULL) LIMIT 1`,
};

/** Aliases of before, whose value went to the channel as it was. */
@Injectable()
export class SharedAliasQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Whether another service has the same one: an app that the channel finds or names for it may be the payer's of that service. */
  async run({ serviceId, value, wireValue }: Pick<PaymentAlias, 'serviceId' | 'value' | 'wireValue'>): Promise<boolean> {
    return wireValue === value && (await runNamed(this.dataSource, OF_ANOTHER, [wireValue, serviceId])).length > 0;
  }
}
