import type { SettledTotals } from '../settlement/settle.service.js';

/** Why a proposal is not made, or not decided. */
export type ProposalRefusal =
  /** Nothing is left to settle in the period. */
  | 'nothing'
  /** A second person decides. */
  | 'own'
  /** Only who proposed it can withdraw it. */
  | 'notOwn'
  /** A member of the staff has decided already. */
  | 'decided';

export class ProposalRejectedError extends Error {
  constructor(readonly why: ProposalRefusal) {
    super(`The proposal is refused: ${why}`);
    this.name = 'ProposalRejectedError';
  }
}

/** A settlement would move other sums than those that were shown. */
export class TotalsChangedError extends Error {
  constructor(
    readonly shown: readonly SettledTotals[],
    readonly now: readonly SettledTotals[],
  ) {
    super('The sums to settle have changed');
    this.name = 'TotalsChangedError';
  }
}
