/** The results of doing something `n` times. */
export const times = <T>(n: number, run: (index: number) => T): T[] => Array.from({ length: n }, (_, index) => run(index));

/** How many answers have the status. */
export const count = (answers: readonly { status: number }[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;
