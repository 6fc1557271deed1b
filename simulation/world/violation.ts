/** A violation of an invariant. */
export interface Violation {
  /** The invariant's name, as in docs/simulation.md. */
  invariant: string;
  /** Names the sales as in the transcript. */
  message: string;
}
