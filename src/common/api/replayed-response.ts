/** Thrown to send exactly this stored response: the exception filter sends the status and the bytes unchanged. */
export class ReplayedResponse extends Error {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super('replayed response');
  }
}
