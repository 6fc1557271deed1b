export interface OutboundRequest {
  /** Service that the URL belongs to. */
  serviceId: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Result of a request. A response is complete when it has an excerpt and no error code. */
export interface OutboundResponse {
  /** Null when no response arrived. */
  httpStatus: number | null;
  /** Start of the body, at most 16 KiB. Null when no body arrived or it broke off. */
  excerpt: string | null;
  /** Why the response is missing, incomplete or truncated, such as `TIMEOUT`, `TARGET_FORBIDDEN` or `RESPONSE_TOO_LONG`. */
  errorCode: string | null;
  /** Milliseconds from now according to the header `Retry-After`. Null without a response or a valid header. */
  retryAfterMs: number | null;
}
