/** A period that is settled or matched must not get anything more. */
export class PeriodNotOverError extends Error {
  constructor(to: Date, restMs: number) {
    super(
      `The period ends ${to.toISOString()}. It can be settled ${restMs / 60_000} minutes after that, when nothing of it is under way any more.`,
    );
    this.name = 'PeriodNotOverError';
  }
}
