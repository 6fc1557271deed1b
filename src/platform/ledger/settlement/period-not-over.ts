/** A period may be settled only when no further entry can fall into it. */
export class PeriodNotOverError extends Error {
  constructor(to: Date, restMs: number) {
    super(
      `The period ends ${to.toISOString()}. It can be settled ${restMs / 60_000} minutes after that, when nothing of the period can be under way any more.`,
    );
    this.name = 'PeriodNotOverError';
  }
}
