import type { EntryDraft } from '../../platform/ledger/entry-draft.js';
import type { DirectBillingCharge } from './entities/direct-billing-charge.entity.js';
import type { DirectBillingTransaction } from './entities/direct-billing-transaction.entity.js';

const CURRENCY = 'PLN';

/** A payed transaction: the operator owes the gross price; VAT, the partner's share and the rest as commission stand against it. */
export function payedEntry(row: DirectBillingTransaction, partnerId: string, occurredAt: Date): EntryDraft {
  if (!row.operator) throw new Error(`Transaction ${row.id} is payed without an operator`);
  const lines = [
    { account: `platform:clearing:${row.operator}`, amountMinor: row.grossMinor },
    { account: 'platform:vat', amountMinor: row.netMinor - row.grossMinor },
    { account: 'partner:pending', partnerId, amountMinor: -row.partnerMinor },
    { account: 'platform:commission', amountMinor: row.partnerMinor - row.netMinor },
  ] as const;
  return {
    kind: 'directbilling.payed',
    reference: row.id,
    occurredAt,
    postings: lines.filter((line) => line.amountMinor !== 0).map((line) => ({ ...line, currency: CURRENCY })),
  };
}

/** Money booked on a transaction that cannot be payed any more: held until the operator has given it back. */
export function suspenseEntry(charge: DirectBillingCharge, occurredAt: Date): EntryDraft {
  return suspense('directbilling.suspense', charge, charge.grossMinor, occurredAt);
}

export function suspenseReversedEntry(charge: DirectBillingCharge, occurredAt: Date): EntryDraft {
  return suspense('directbilling.suspense_reversed', charge, -charge.grossMinor, occurredAt);
}

function suspense(kind: string, charge: DirectBillingCharge, clearingMinor: number, occurredAt: Date): EntryDraft {
  return {
    kind,
    reference: `${charge.transactionId}:${charge.reference}`,
    occurredAt,
    postings: [
      { account: `platform:clearing:${charge.operator}`, currency: CURRENCY, amountMinor: clearingMinor },
      { account: 'platform:suspense', currency: CURRENCY, amountMinor: -clearingMinor },
    ],
  };
}
