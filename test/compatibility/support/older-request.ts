export interface OlderResponse {
  status: number;
  headers: Headers;
  // Parsed JSON of unknown shape, which the assertions of the tests check. `undefined` if the response is not JSON.
  body: any; // oxlint-disable-line typescript/no-explicit-any
  text: string;
}

export interface OlderRequest {
  headers?: Record<string, string>;
  /** Sent as JSON. A string is sent unchanged. */
  body?: unknown;
}

/** Sends a request without comparing its response with the OpenAPI document, which does not describe the older forms. */
export async function olderRequest(
  baseUrl: string,
  method: string,
  path: string,
  { headers = {}, body }: OlderRequest = {},
): Promise<OlderResponse> {
  const response = await fetch(baseUrl + path, {
    method,
    redirect: 'manual',
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
  return { status: response.status, headers: response.headers, body: isJson ? (JSON.parse(text) as unknown) : undefined, text };
}

/** Headers by which the gateway detects a client of the tiers A and B, which docs/compatibility.md explains. */
export const headersOf = {
  A: (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}`, 'X-SIM-PLATFORM': 'PHP-LARAVEL' }),
  B: (token: string): Record<string, string> => ({ 'X-SIM-KEY': 'any key', 'X-SIM-PASSWORD': token }),
};
