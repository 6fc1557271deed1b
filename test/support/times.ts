/** The results of `n` calls. */
export const times = <T>(n: number, run: (index: number) => T): T[] => Array.from({ length: n }, (_, index) => run(index));

/** The number of responses with this status. */
export const countStatus = (responses: readonly { status: number }[], status: number): number =>
  responses.filter((response) => response.status === status).length;
