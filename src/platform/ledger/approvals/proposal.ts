import type { SettledTotals } from '../settlement/settle.service.js';
import type { AdjustableAccount } from '../manual/adjustable-account.js';
import type { ContentValue } from '../manual/content-id.js';

interface WithReference {
  /** Reference of the transfer, the decision, or the provider's settlement. */
  reference: string;
  test: boolean;
}

interface WithAmount {
  currency: string;
  /** Minor units, above zero. */
  amountMinor: number;
}

export interface ProposedPayout extends WithReference, WithAmount {
  kind: 'payout';
  partnerId: string;
}

export interface ProposedAdjustment extends WithReference, WithAmount {
  kind: 'adjust';
  debit: AdjustableAccount;
  credit: AdjustableAccount;
  /** Partner of the `partner:*` accounts. Null when neither account is one. */
  partnerId: string | null;
  reason: string;
}

export interface ProposedSettlement extends WithReference {
  kind: 'settle';
  provider: string;
  from: Date;
  to: Date;
  /** The sums that were shown to the proposal's author. */
  sums: readonly SettledTotals[];
}

/** A manual entry that staff propose. */
export type Proposed = ProposedPayout | ProposedAdjustment | ProposedSettlement;

export interface StaffMember {
  userId: string;
  /** The person's name in the audit. */
  author: string;
}

/** `proposed`: undecided. `refused`: rejected by a second person. `withdrawn`: by its author. */
export type ProposalState = 'proposed' | 'approved' | 'refused' | 'withdrawn';

/** A proposal with its decision. The members about the decision are null while the proposal is undecided. */
export type Proposal = Proposed & {
  id: string;
  partnerName: string | null;
  proposedBy: string;
  author: string;
  proposedAt: Date;
  state: ProposalState;
  /** User id. Equal to `proposedBy` when one person acted alone below the limit, or withdrew the proposal. */
  decidedBy: string | null;
  /** Name of the person in the audit. */
  decider: string | null;
  decidedAt: Date | null;
  decisionReason: string | null;
};

export interface ProposalRow {
  id: string;
  kind: Proposed['kind'];
  reference: string;
  partner_id: string | null;
  partner_name?: string | null;
  provider: string | null;
  from_at: Date | null;
  to_at: Date | null;
  debit: string | null;
  credit: string | null;
  currency: string | null;
  amount_minor: string | null;
  test: boolean;
  reason: string | null;
  sums: string | null;
  proposed_by: string;
  author: string;
  proposed_at: Date;
  state: ProposalState;
  decided_by: string | null;
  decider: string | null;
  decided_at: Date | null;
  decision_reason: string | null;
}

/** Columns with a proposal's content, in the order in which its id is made from them. */
export function proposedColumns(proposed: Proposed): Record<string, ContentValue> {
  const { kind, test } = proposed;
  const isSettlement = kind === 'settle';
  return {
    kind,
    partner_id: isSettlement ? null : proposed.partnerId,
    provider: isSettlement ? proposed.provider : null,
    from_at: isSettlement ? proposed.from : null,
    to_at: isSettlement ? proposed.to : null,
    debit: kind === 'adjust' ? proposed.debit : null,
    credit: kind === 'adjust' ? proposed.credit : null,
    currency: isSettlement ? null : proposed.currency,
    amount_minor: isSettlement ? null : proposed.amountMinor,
    test,
    reason: kind === 'adjust' ? proposed.reason : null,
    sums: isSettlement ? sumsText(proposed.sums) : null,
  };
}

/** Sums as text for the column `sums` of a proposal. Equal sums have equal texts. */
export const sumsText = (sums: readonly SettledTotals[]): string =>
  JSON.stringify(sums.map(({ currency, clearedMinor, availableMinor }) => ({ currency, clearedMinor, availableMinor })));

/** @throws Error when the row lacks a column of its kind. The database refuses such rows. */
export function proposalOf(row: ProposalRow): Proposal {
  const { id, reference, test, author, state, decider } = row;
  const commonFields = {
    id,
    partnerName: row.partner_name ?? null,
    proposedBy: row.proposed_by,
    author,
    proposedAt: row.proposed_at,
    state,
    decidedBy: row.decided_by,
    decider,
    decidedAt: row.decided_at,
    decisionReason: row.decision_reason,
  };
  const { partner_id: partnerId, provider, from_at: from, to_at: to, currency, reason, sums } = row;
  const [debit, credit] = [row.debit as AdjustableAccount | null, row.credit as AdjustableAccount | null];
  const amountMinor = Number(row.amount_minor);
  if (provider !== null && from !== null && to !== null && sums !== null)
    return { ...commonFields, kind: 'settle', reference, test, provider, from, to, sums: JSON.parse(sums) as SettledTotals[] };
  if (currency !== null && debit !== null && credit !== null && reason !== null)
    return { ...commonFields, kind: 'adjust', reference, test, debit, credit, partnerId, currency, amountMinor, reason };
  if (currency !== null && partnerId !== null)
    return { ...commonFields, kind: 'payout', reference, test, partnerId, currency, amountMinor };
  throw new Error(`Proposal ${id} lacks columns of its kind ${row.kind}`);
}
