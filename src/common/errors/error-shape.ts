// These functions read members and do not use `instanceof`: in jest's realm, errors of Node's system calls are not instances of Error.

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
