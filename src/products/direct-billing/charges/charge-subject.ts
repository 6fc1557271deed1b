import type { Subject } from '../../../platform/changes/subject.js';
import { DirectBillingCharge } from './direct-billing-charge.entity.js';
import { chargeSuspenseEntry, suspenseReversedEntry } from '../ledger-entries.js';
import { CHARGE_TRANSITIONS, type ChargeState } from './states.js';

/**
 * What a change of a charge causes: a ledger entry only for money that was booked too late, because the transaction books the sale.
 * Partners are notified about transactions only.
 */
export const CHARGE: Subject<DirectBillingCharge, ChargeState> = {
  type: 'direct_billing_charge',
  entity: DirectBillingCharge,
  transitions: CHARGE_TRANSITIONS,
  id: 'reference',
  state: 'state',
  connectorOf: ({ operator }) => operator,
  entry(charge, occurredAt) {
    if (charge.state === 'reversal_due') return chargeSuspenseEntry(charge, occurredAt);
    return charge.state === 'reversed' ? suspenseReversedEntry(charge, occurredAt) : null;
  },
};
