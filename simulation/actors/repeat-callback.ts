/** A party repeats a report that was not acknowledged; until it does, the gateway may have lost it. */
export function repeatUntilAnswered(of: { isUnacknowledged: boolean }, report: () => Promise<unknown>): () => Promise<void> {
  return async () => {
    of.isUnacknowledged = true;
    await report();
    of.isUnacknowledged = false;
  };
}
