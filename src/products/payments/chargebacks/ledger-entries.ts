import type { EntryDraft } from '../../../platform/ledger/entry-draft.js';
import { plnEntry } from '../attempts/ledger-entries.js';

/** A chargeback as it is booked. Amounts are grosz. */
export interface BookedChargeback {
  id: string;
  transactionId: string;
  partnerId: string;
  channel: string;
  test: boolean;
  plnMinor: number;
  /** The part that is taken from the available balance. The partner owes the rest. */
  availableMinor: number;
  at: Date;
}

/**
 * The ledger entry of a chargeback. The acquirer owes less. The partner pays from the available balance and owes the rest. The commission
 * is kept, as with refunds.
 */
export function chargebackEntry(chargeback: BookedChargeback): EntryDraft | null {
  const { id, transactionId, partnerId, channel, plnMinor, availableMinor, at } = chargeback;
  return plnEntry('payment.chargeback', chargeback, `${transactionId}:${id}`, at, [
    { account: 'partner:available', partnerId, amountMinor: availableMinor },
    { account: 'partner:receivable', partnerId, amountMinor: plnMinor - availableMinor },
    { account: `platform:clearing:${channel}`, amountMinor: -plnMinor },
  ]);
}
