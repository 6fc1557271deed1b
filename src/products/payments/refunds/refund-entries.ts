import type { AccountKind } from '../../../platform/ledger/account-kind.js';
import type { EntryDraft } from '../../../platform/ledger/entry-draft.js';
import { PLN } from '../currencies/rate.js';
import type { PaymentRefund } from './payment-refund.entity.js';

const AVAILABLE = 'partner:available';
const RESERVED = 'partner:reserved';

type Moved = Pick<PaymentRefund, 'id' | 'transactionId' | 'channel' | 'walletMinor' | 'test'>;
type RefundEntry = (refund: Moved, partnerId: string, at: Date) => EntryDraft | null;

/** Held for the payer until it is known what becomes of the refund. */
export const reservedEntry = movement('refund.reserved', () => [AVAILABLE, RESERVED]);

/** The payer has it: the channel owes so much less. */
export const completedEntry = movement('refund.completed', ({ channel }) => [RESERVED, `platform:clearing:${channel}`]);

/** Nothing was given back. */
export const releasedEntry = movement('refund.released', () => [RESERVED, AVAILABLE]);

/** What the payer had is back at the channel, and what the channel owes is the partner's again. */
export const takenBackEntry = movement('refund.taken_back', ({ channel }) => [`platform:clearing:${channel}`, AVAILABLE]);

/** An entry of the refund's PLN value from one account to another; a part of a grosz that is worth none moves nothing. */
function movement(kind: string, accountsOf: (refund: Moved) => [debit: AccountKind, credit: AccountKind]): RefundEntry {
  return (refund, partnerId, occurredAt) => {
    const { id, transactionId, walletMinor, test } = refund;
    if (walletMinor === 0) return null;
    const [debit, credit] = accountsOf(refund);
    const line = (account: AccountKind, amountMinor: number): EntryDraft['postings'][number] => ({
      account,
      ...(account.startsWith('partner:') && { partnerId }),
      currency: PLN,
      amountMinor,
    });
    return {
      kind,
      reference: `${transactionId}:${id}`,
      test,
      occurredAt,
      postings: [line(debit, walletMinor), line(credit, -walletMinor)],
    };
  };
}
