import type { AccountKind } from '../../../platform/ledger/account-kind.js';
import type { EntryDraft } from '../../../platform/ledger/entry-draft.js';
import { type Line, plnEntry } from '../attempts/ledger-entries.js';
import type { PaymentRefund } from './payment-refund.entity.js';

const AVAILABLE = 'partner:available';
const RESERVED = 'partner:reserved';

type Moved = Pick<PaymentRefund, 'id' | 'transactionId' | 'channel' | 'walletMinor' | 'test'>;
type RefundEntry = (refund: Moved, partnerId: string, at: Date) => EntryDraft | null;

/** Reserved until the refund's outcome is known. */
export const reservedEntry = movement('refund.reserved', () => [AVAILABLE, RESERVED]);

/** The payer has the money, so the channel owes less. */
export const completedEntry = movement('refund.completed', ({ channel }) => [RESERVED, `platform:clearing:${channel}`]);

/** The channel did not refund. */
export const releasedRefundEntry = movement('refund.released', () => [RESERVED, AVAILABLE]);

/** The channel took the money back from the payer: it owes it again, and the partner has it again. */
export const refundReversedEntry = movement('refund.taken_back', ({ channel }) => [`platform:clearing:${channel}`, AVAILABLE]);

/** An entry that moves the refund's PLN value; a refund worth less than a grosz makes none. */
function movement(kind: string, accountsOf: (refund: Moved) => [debit: AccountKind, credit: AccountKind]): RefundEntry {
  return (refund, partnerId, at) => {
    const { id, transactionId, walletMinor } = refund;
    const [debit, credit] = accountsOf(refund);
    const line = (account: AccountKind, amountMinor: number): Line => ({
      account,
      ...(account.startsWith('partner:') && { partnerId }),
      amountMinor,
    });
    return plnEntry(kind, refund, `${transactionId}:${id}`, at, [line(debit, walletMinor), line(credit, -walletMinor)]);
  };
}
