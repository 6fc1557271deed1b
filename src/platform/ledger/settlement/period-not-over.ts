/** A period cannot be settled while its entries may still be committed. */
export class PeriodNotOverError extends Error {
  constructor(to: Date, delayMs: number) {
    super(
      `The period ends ${to.toISOString()}. Settle it ${delayMs / 60_000} minutes later: until then, its entries may still be committed.`,
    );
    this.name = 'PeriodNotOverError';
  }
}
