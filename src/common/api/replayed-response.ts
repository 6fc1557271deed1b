/** Thrown to answer with exactly these bytes and this status, past everything that would shape an answer. */
export class ReplayedResponse extends Error {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super('replayed answer');
  }
}
