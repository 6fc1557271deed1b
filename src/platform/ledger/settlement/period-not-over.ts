/** A period may be settled only when no further entry can fall into it. */
export class PeriodNotOverError extends Error {
  constructor(to: Date, restMs: number) {
    super(
      `The period ends ${to.toISOString()}. Settle it ${restMs / 60_000} minutes later: until then, its entries may still be committed.`,
    );
    this.name = 'PeriodNotOverError';
  }
}
