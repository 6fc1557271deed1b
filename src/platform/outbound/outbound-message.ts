export interface OutboundRequest {
  /** Whose address it is. */
  serviceId: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** What came back. Complete when there is an excerpt and no error code. */
export interface OutboundResponse {
  /** null: no response at all. */
  httpStatus: number | null;
  /** Start of the body, at most 16 KiB; null when it did not come to its end. */
  excerpt: string | null;
  /** Why the response is missing, broken off or longer than what is kept: `TIMEOUT`, `TARGET_FORBIDDEN`, `RESPONSE_TOO_LONG`. */
  errorCode: string | null;
  /** What the receiver asked for. */
  retryAfterMs: number | null;
}
