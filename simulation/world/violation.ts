/** Something that must never happen. */
export interface Violation {
  /** The invariant's name, as in docs/simulation.md. */
  invariant: string;
  message: string;
}
