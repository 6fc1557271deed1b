import type { AccountKind } from '../../../platform/ledger/account-kind.js';
import type { EntryDraft } from '../../../platform/ledger/entry-draft.js';
import { type PlnPosting, plnEntry } from '../attempts/ledger-entries.js';
import type { PaymentRefund } from './payment-refund.entity.js';

const AVAILABLE = 'partner:available';
const RESERVED = 'partner:reserved';

type BookedRefund = Pick<PaymentRefund, 'id' | 'transactionId' | 'channel' | 'walletMinor' | 'test'>;
type RefundEntry = (refund: BookedRefund, partnerId: string, at: Date) => EntryDraft | null;

/** The entry of a new refund: the money is reserved until the refund's outcome is known. */
export const reservedEntry = defineEntry('refund.reserved', () => [AVAILABLE, RESERVED]);

/** The entry of a completed refund: the payer has the money, so the acquirer owes less. */
export const completedEntry = defineEntry('refund.completed', ({ channel }) => [RESERVED, `platform:clearing:${channel}`]);

/** The entry of a refund that the acquirer did not make: the reserved money is available again. */
export const releasedRefundEntry = defineEntry('refund.released', () => [RESERVED, AVAILABLE]);

/** The entry of a completed refund that the acquirer reversed: the acquirer owes the money again, and the partner has the money again. */
export const refundReversedEntry = defineEntry('refund.taken_back', ({ channel }) => [`platform:clearing:${channel}`, AVAILABLE]);

/** Defines an entry that moves the refund's PLN value. A refund that takes no grosz from the wallet makes no entry. */
function defineEntry(kind: string, accountsOf: (refund: BookedRefund) => [debit: AccountKind, credit: AccountKind]): RefundEntry {
  return (refund, partnerId, at) => {
    const { id, transactionId, walletMinor } = refund;
    const [debit, credit] = accountsOf(refund);
    const posting = (account: AccountKind, amountMinor: number): PlnPosting => ({
      account,
      ...(account.startsWith('partner:') && { partnerId }),
      amountMinor,
    });
    return plnEntry(kind, refund, `${transactionId}:${id}`, at, [posting(debit, walletMinor), posting(credit, -walletMinor)]);
  };
}
