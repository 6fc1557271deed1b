/** A party repeats a report that was not acknowledged; until it does, the gateway may have lost it. */
export function repeatUntilAnswered(of: { unanswered: boolean }, report: () => Promise<unknown>): () => Promise<void> {
  return async () => {
    of.unanswered = true;
    await report();
    of.unanswered = false;
  };
}
