import { acquirerResource } from '../at-channel/acquirer-resource.js';
import { PaymentAlias } from './payment-alias.entity.js';

export type AliasKey = Pick<PaymentAlias, 'id' | 'serviceId' | 'value'>;

/** Aliases of type UID at acquirers; of a PAYID the consent tells. One that is active may have ended there. */
export const ALIASES = acquirerResource({
  entity: PaymentAlias,
  id: 'id',
  key: ['id', 'serviceId', 'value'],
  only: `type = 'UID'`,
  polledOnHint: `status = 'alias_active' OR ask_at IS NOT NULL`,
});
