const KNOWN: Record<string, string> = {
  TimeoutError: 'TIMEOUT',
  UND_ERR_CONNECT_TIMEOUT: 'CONNECT_TIMEOUT',
  UND_ERR_HEADERS_TIMEOUT: 'TIMEOUT',
  UND_ERR_BODY_TIMEOUT: 'TIMEOUT',
  UND_ERR_SOCKET: 'CONNECTION_CLOSED',
};

/** One short word for why no answer came: `TIMEOUT`, `ECONNREFUSED`, `ENOTFOUND`, `TARGET_FORBIDDEN`. */
export function sendErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return KNOWN[error.name] ?? KNOWN[code] ?? (/^[A-Z][A-Z0-9_]{1,63}$/.test(code) ? code : 'UNKNOWN');
}
