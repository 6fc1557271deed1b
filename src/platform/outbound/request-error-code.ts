const KNOWN: Record<string, string> = {
  TimeoutError: 'TIMEOUT',
  UND_ERR_CONNECT_TIMEOUT: 'CONNECT_TIMEOUT',
  UND_ERR_HEADERS_TIMEOUT: 'TIMEOUT',
  UND_ERR_BODY_TIMEOUT: 'TIMEOUT',
  UND_ERR_SOCKET: 'CONNECTION_CLOSED',
  UND_ERR_HEADERS_OVERFLOW: 'HEADERS_TOO_LONG',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'INVALID_RESPONSE',
  HTTPParserError: 'INVALID_RESPONSE', // it does not always have a code
};

const CODE = /^[A-Z][A-Z0-9_]{1,63}$/;

/** A short code for why no response came: `TIMEOUT`, `ECONNREFUSED`, `ENOTFOUND`, `TARGET_FORBIDDEN`. */
export function requestErrorCode(error: unknown): string {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  const known = KNOWN[String(name)] ?? KNOWN[String(code)];
  return known ?? (typeof code === 'string' && CODE.test(code) ? code : 'UNKNOWN');
}
