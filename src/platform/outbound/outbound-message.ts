export interface OutboundRequest {
  /** Owner of the address. */
  serviceId: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** A response is complete when it has an excerpt and no error code. */
export interface OutboundResponse {
  /** null: no response at all. */
  httpStatus: number | null;
  /** Start of the body, at most 16 KiB; null when the body broke off. */
  excerpt: string | null;
  /** Why the response is missing, incomplete or cut: `TIMEOUT`, `TARGET_FORBIDDEN`, `RESPONSE_TOO_LONG`. */
  errorCode: string | null;
  /** From the header `Retry-After`. */
  retryAfterMs: number | null;
}
