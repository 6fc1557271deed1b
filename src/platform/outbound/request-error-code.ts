const CODE_BY_ERROR: Record<string, string> = {
  TimeoutError: 'TIMEOUT',
  UND_ERR_CONNECT_TIMEOUT: 'CONNECT_TIMEOUT',
  UND_ERR_HEADERS_TIMEOUT: 'TIMEOUT',
  UND_ERR_BODY_TIMEOUT: 'TIMEOUT',
  UND_ERR_SOCKET: 'CONNECTION_CLOSED',
  UND_ERR_HEADERS_OVERFLOW: 'HEADERS_TOO_LONG',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'INVALID_RESPONSE',
  HTTPParserError: 'INVALID_RESPONSE', // undici sets no code on some of these errors
};

/** Codes of other errors are passed on when they have this form. */
const VALID_CODE = /^[A-Z][A-Z0-9_]{1,63}$/;

/** @returns a short code for a missing response, such as `TIMEOUT`, `ECONNREFUSED`, `ENOTFOUND` or `TARGET_FORBIDDEN`. */
export function requestErrorCode(error: unknown): string {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  const mappedCode = CODE_BY_ERROR[String(name)] ?? CODE_BY_ERROR[String(code)];
  return mappedCode ?? (typeof code === 'string' && VALID_CODE.test(code) ? code : 'UNKNOWN');
}
