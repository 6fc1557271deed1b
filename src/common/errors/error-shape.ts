// These functions look at members, not at the class: in jest's realm the system's errors are not instances of Error.

/** The system's code of an error, such as `ECONNREFUSED`. */
export function codeOf(error: unknown): string | undefined {
  return textIn(error, 'code');
}

export function reasonOf(error: unknown): string {
  return textIn(error, 'message') ?? String(error);
}

export function textIn(error: unknown, key: string): string | undefined {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined;
  return typeof value === 'string' ? value : undefined;
}
