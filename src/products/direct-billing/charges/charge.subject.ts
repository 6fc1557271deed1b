import type { Subject } from '../../../platform/changes/subject.js';
import { DirectBillingCharge } from './direct-billing-charge.entity.js';
import { suspenseEntry, suspenseReversedEntry } from '../ledger-entries.js';
import { CHARGE_TRANSITIONS, type ChargeState } from './charge-transitions.js';

/** Partners learn of the transaction; of a charge only the money follows that cannot be theirs. */
export const CHARGE: Subject<DirectBillingCharge, ChargeState> = {
  type: 'direct_billing_charge',
  entity: DirectBillingCharge,
  transitions: CHARGE_TRANSITIONS,
  id: 'reference',
  state: 'state',
  connectorOf: ({ operator }) => operator,
  entry(charge, at) {
    if (charge.state === 'reversal_due') return suspenseEntry(charge, at);
    return charge.state === 'reversed' ? suspenseReversedEntry(charge, at) : null;
  },
};
