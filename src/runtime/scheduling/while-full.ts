/**
 * Does a backlog in batches, each a transaction of its own, as long as they are full.
 * @param size of a full batch. @param batch answers how many it did. @param signal ends the work between two batches.
 * @returns how many were done.
 */
export async function whileFull(size: number, batch: () => Promise<number>, signal?: AbortSignal): Promise<number> {
  let done = 0;
  while (!signal?.aborted) {
    const count = await batch();
    done += count;
    if (count < size) break;
  }
  return done;
}
