// By shape, not by class: jest runs the sources in a realm of its own, where the system's errors are no instances of Error.

/** The packaged server cannot be used; the message is a sentence for whoever starts the gateway, and a stack adds nothing to it. */
export class EmbeddedPostgresError extends Error {}

export function codeOf(error: unknown): string | undefined {
  return textIn(error, 'code');
}

export function reasonOf(error: unknown): string {
  return textIn(error, 'message') ?? String(error);
}

/** What a program that failed wrote. */
export function stderrOf(error: unknown): string {
  return textIn(error, 'stderr')?.trim() ?? '';
}

/** The way out that always exists, said wherever the packaged server cannot be used. */
export const USE_OWN_SERVER = 'Or set DATABASE_URL to a PostgreSQL server of your own (14 or newer).';

function textIn(error: unknown, key: string): string | undefined {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined;
  return typeof value === 'string' ? value : undefined;
}
