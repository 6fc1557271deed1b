import type { SettledTotals } from '../settlement/settle.service.js';

/** Why a proposal, or a decision on it, is rejected. */
export type ProposalRejection =
  /** Nothing is left to settle in the period. */
  | 'nothing'
  /** The proposal's author tried to approve or reject it. A second person must decide. */
  | 'own'
  /** Only the proposal's author can withdraw it. */
  | 'notOwn'
  /** The proposal was decided before. */
  | 'decided';

export class ProposalRejectedError extends Error {
  constructor(readonly why: ProposalRejection) {
    super(`The proposal is rejected: ${why}`);
    this.name = 'ProposalRejectedError';
  }
}

/** A settlement would move other sums than those that were shown to staff. */
export class TotalsChangedError extends Error {
  constructor(
    readonly shown: readonly SettledTotals[],
    readonly now: readonly SettledTotals[],
  ) {
    super('The sums to settle have changed');
    this.name = 'TotalsChangedError';
  }
}
