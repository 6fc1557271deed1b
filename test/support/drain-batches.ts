/** Handles a backlog like a worker, one batch after another. */
export async function drainBatches(batch: () => Promise<boolean>): Promise<void> {
  while (await batch());
}
