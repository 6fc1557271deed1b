/** Does a backlog as a worker would, one batch after another. */
export async function drainBatches(batch: () => Promise<boolean>): Promise<void> {
  while (await batch());
}
