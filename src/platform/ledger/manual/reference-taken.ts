/** The reference was used before, with other content. */
export class ReferenceTakenError extends Error {
  /** @param what the reference is used for, such as `a payout`. */
  constructor(reference: string, what: string) {
    super(`The reference ${reference} stands for ${what} with other content. Give a new one a reference of its own.`);
    this.name = 'ReferenceTakenError';
  }
}
