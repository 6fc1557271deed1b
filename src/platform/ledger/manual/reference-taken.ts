/** The reference was used before, with other content. */
export class ReferenceTakenError extends Error {
  /** @param what the reference is used for, such as `a payout`. */
  constructor(reference: string, what: string) {
    super(`The reference ${reference} is already used for ${what} with other content. Use another reference.`);
    this.name = 'ReferenceTakenError';
  }
}
