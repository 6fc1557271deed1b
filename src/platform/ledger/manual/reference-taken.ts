/** The reference was used before, for other content. Proposals also throw this error when the very same entry exists already. */
export class ReferenceTakenError extends Error {
  /** @param usedFor what the reference is used for, such as `a payout`. */
  constructor(reference: string, usedFor: string) {
    super(`The reference ${reference} is already used for ${usedFor} with other content. Use another reference.`);
    this.name = 'ReferenceTakenError';
  }
}
