import { acquirerResource } from '../acquirers/acquirer-resource.js';
import { PaymentAlias } from './payment-alias.entity.js';

export type AliasKey = Pick<PaymentAlias, 'id' | 'serviceId' | 'value'>;

/**
 * Aliases of type UID as acquirers know them. Status updates of a PAYID come with its mandate. A hint also polls active aliases, because an alias may
 * have ended at the acquirer.
 */
export const ALIASES = acquirerResource({
  entity: PaymentAlias,
  id: 'id',
  key: ['id', 'serviceId', 'value'],
  only: `type = 'UID'`,
  polledOnHint: `status = 'alias_active' OR next_poll_at IS NOT NULL`,
});
