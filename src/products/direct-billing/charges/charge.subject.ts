import type { Subject } from '../../../platform/changes/subject.js';
import { DirectBillingCharge } from './direct-billing-charge.entity.js';
import { chargeSuspenseEntry, suspenseReversedEntry } from '../ledger-entries.js';
import { CHARGE_TRANSITIONS, type ChargeState } from './charge-transitions.js';

/** The consequences of a change of a charge: only the entries for money that was booked too late. Partners get notifications of transactions. */
export const CHARGE: Subject<DirectBillingCharge, ChargeState> = {
  type: 'direct_billing_charge',
  entity: DirectBillingCharge,
  transitions: CHARGE_TRANSITIONS,
  id: 'reference',
  state: 'state',
  connectorOf: ({ operator }) => operator,
  entry(charge, at) {
    if (charge.state === 'reversal_due') return chargeSuspenseEntry(charge, at);
    return charge.state === 'reversed' ? suspenseReversedEntry(charge, at) : null;
  },
};
