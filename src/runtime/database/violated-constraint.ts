/** Name of the constraint that refused a statement, or null when the error is another one. */
export function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint;
  return 'driverError' in error ? violatedConstraint(error.driverError) : null;
}
