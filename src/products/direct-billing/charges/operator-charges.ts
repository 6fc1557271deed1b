import type { OpenGauge } from '../../../platform/remote-operations/open-gauges.js';
import { remoteOperation } from '../../../platform/remote-operations/remote-operation.js';
import type { ChargeState } from './states.js';
import { DirectBillingCharge } from './direct-billing-charge.entity.js';

/** Charges at operators. */
export const CHARGES = remoteOperation({ entity: DirectBillingCharge, id: 'reference', provider: 'operator' });

const OPEN_STATES: readonly ChargeState[] = ['sent', 'accepted', 'in_doubt', 'reversal_due'];

export const OPEN_CHARGES: OpenGauge = {
  source: 'open-charges',
  gauge: 'direct_billing_oldest_open_charge_seconds',
  help: 'Age in its state of the oldest charge without a definite outcome, by state. 0 when there is none.',
  table: 'direct_billing_charge',
  provider: 'operator',
  state: 'state',
  states: OPEN_STATES,
  since: 'updated_at',
  isOpen: 'next_poll_at IS NOT NULL',
};
