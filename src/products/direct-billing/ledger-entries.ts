import type { EntryDraft } from '../../platform/ledger/entry-draft.js';
import { saleEntry } from '../../platform/ledger/sale-entry.js';
import type { DirectBillingCharge } from './charges/direct-billing-charge.entity.js';
import type { DirectBillingTransaction } from './transactions/direct-billing-transaction.entity.js';

/** A payed transaction: its operator collects the gross price. */
export function payedEntry(row: DirectBillingTransaction, partnerId: string, occurredAt: Date): EntryDraft {
  const { id: reference, operator: clearing, grossMinor, netMinor, partnerMinor, test } = row;
  if (!clearing) throw new Error(`Transaction ${reference} is payed without an operator`);
  return saleEntry({ kind: 'directbilling.payed', reference, test, occurredAt, clearing, partnerId, grossMinor, netMinor, partnerMinor });
}

/** Money booked on a transaction that cannot be payed any more: in suspense until the operator has reversed it. */
export function chargeSuspenseEntry(charge: DirectBillingCharge, occurredAt: Date): EntryDraft {
  return suspense('directbilling.suspense', charge, charge.grossMinor, occurredAt);
}

export function suspenseReversedEntry(charge: DirectBillingCharge, occurredAt: Date): EntryDraft {
  return suspense('directbilling.suspense_reversed', charge, -charge.grossMinor, occurredAt);
}

function suspense(kind: string, charge: DirectBillingCharge, clearingMinor: number, occurredAt: Date): EntryDraft {
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
