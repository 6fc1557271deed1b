/** Does a backlog as a worker would, one batch after another. */
export async function doAll(batch: () => Promise<boolean>): Promise<void> {
  while (await batch());
}
