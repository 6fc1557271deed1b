/** Name of the constraint that a statement violated. Null when the error has another cause. */
export function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint;
  return 'driverError' in error ? violatedConstraint(error.driverError) : null;
}
