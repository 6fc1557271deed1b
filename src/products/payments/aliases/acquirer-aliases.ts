import { acquirerResource } from '../acquirers/acquirer-resource.js';
import { PaymentAlias } from './payment-alias.entity.js';

export type AliasKey = Pick<PaymentAlias, 'id' | 'serviceId' | 'value'>;

/** Aliases of type UID at acquirers. A PAYID is reported with its mandate. Active ones are polled on a hint too: they may have ended there. */
export const ALIASES = acquirerResource({
  entity: PaymentAlias,
  id: 'id',
  key: ['id', 'serviceId', 'value'],
  only: `type = 'UID'`,
  polledOnHint: `status = 'alias_active' OR next_poll_at IS NOT NULL`,
});
