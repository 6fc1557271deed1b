/** A reference stands for one thing. This one was used for another. */
export class ReferenceTakenError extends Error {
  /** @param what it stands for, such as `a payout`. */
  constructor(reference: string, what: string) {
    super(`The reference ${reference} stands for ${what} with other content. Give a new one a reference of its own.`);
    this.name = 'ReferenceTakenError';
  }
}
