/** Handles a backlog like a worker: runs `batch` until it returns false, which means that nothing is left. */
export async function drainBatches(batch: () => Promise<boolean>): Promise<void> {
  while (await batch());
}
