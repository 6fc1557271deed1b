/** Whoever reports something and is not answered repeats it, so that the gateway may have forgotten it until then. */
export function reporting(of: { unanswered: boolean }, report: () => Promise<unknown>): () => Promise<void> {
  return async () => {
    of.unanswered = true;
    await report();
    of.unanswered = false;
  };
}
