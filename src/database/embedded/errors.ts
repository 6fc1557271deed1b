export function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The way out that always exists, said wherever the packaged server cannot be used. */
export const USE_OWN_SERVER = 'Or set DATABASE_URL to a PostgreSQL server of your own (14 or newer).';
