import { acquirerResource } from '../acquirers/acquirer-resource.js';
import { PaymentAlias } from './payment-alias.entity.js';

export type AliasKey = Pick<PaymentAlias, 'id' | 'serviceId' | 'value'>;

/**
 * Aliases of type UID, as objects at an acquirer. An alias of type PAYID gets its status updates together with its mandate. After a hint
 * (see `polledOnHint`), active aliases are polled too, because an alias may have ended at the acquirer.
 */
export const ALIASES = acquirerResource({
  entity: PaymentAlias,
  id: 'id',
  key: ['id', 'serviceId', 'value'],
  only: `type = 'UID'`,
  polledOnHint: `status = 'alias_active' OR next_poll_at IS NOT NULL`,
});
