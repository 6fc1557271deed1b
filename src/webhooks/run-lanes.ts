/**
 * Runs one lane and as many more as are opened, at most `most` at a time, and ends when all have ended. A failure opens no
 * further lanes, waits for those that run, and is thrown then: nothing goes on behind the caller's back.
 */
export async function runLanes(most: number, lane: (openAnother: () => void) => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const open = (): void => {
    if (running.size >= most || failures.length > 0) return;
    const started: Promise<void> = Promise.resolve()
      .then(() => lane(open)) // not before it is counted
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(started));
    running.add(started);
  };
  open();
  while (running.size > 0) await Promise.race(running);
  if (failures.length > 0) throw failures[0];
}
