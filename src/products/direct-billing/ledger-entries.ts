import type { EntryDraft } from '../../platform/ledger/entry-draft.js';
import { saleEntry } from '../../platform/ledger/sale-entry.js';
import type { DirectBillingCharge } from './charges/direct-billing-charge.entity.js';
import type { DirectBillingTransaction } from './transactions/direct-billing-transaction.entity.js';

/** The entry of a payed transaction. Its operator collects the gross price. */
export function payedEntry(row: DirectBillingTransaction, partnerId: string, occurredAt: Date): EntryDraft {
  const { id: reference, operator: clearing, grossMinor, netMinor, partnerMinor, test } = row;
  if (!clearing) throw new Error(`DirectBilling transaction ${reference} is payed but has no operator`);
  return saleEntry({ kind: 'directbilling.payed', reference, test, occurredAt, clearing, partnerId, grossMinor, netMinor, partnerMinor });
}

/** The entry of a charge that was booked after its transaction could not be payed any more. The money is in suspense until the reversal. */
export function chargeSuspenseEntry(charge: DirectBillingCharge, occurredAt: Date): EntryDraft {
  return suspenseEntry('directbilling.suspense', charge, charge.grossMinor, occurredAt);
}

/** The entry that clears the suspense money when the operator has reversed the charge. */
export function suspenseReversedEntry(charge: DirectBillingCharge, occurredAt: Date): EntryDraft {
  return suspenseEntry('directbilling.suspense_reversed', charge, -charge.grossMinor, occurredAt);
}

function suspenseEntry(kind: string, charge: DirectBillingCharge, clearingMinor: number, occurredAt: Date): EntryDraft {
  return {
    kind,
    reference: `${charge.transactionId}:${charge.reference}`,
    test: charge.test,
    occurredAt,
    postings: [
      { account: `platform:clearing:${charge.operator}`, currency: 'PLN', amountMinor: clearingMinor },
      { account: 'platform:suspense', currency: 'PLN', amountMinor: -clearingMinor },
    ],
  };
}
