/** Something that must never be so. */
export interface Violation {
  /** The invariant's name, as docs/simulation.md lists it. */
  invariant: string;
  what: string;
}
