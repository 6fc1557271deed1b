import { checkAgainstContract } from './contract-check.js';

export interface HttpResponse {
  status: number;
  headers: Headers;
  // Parsed JSON of unknown shape, which the assertions of the tests check. `undefined` if the response is not JSON.
  body: any; // oxlint-disable-line typescript/no-explicit-any
  text: string;
}

export interface HttpRequest {
  token?: string | null;
  /** Sent as JSON. A string is sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Calls the gateway over HTTP like the program of a partner, and checks each response against the OpenAPI document. */
export class HttpClient {
  constructor(readonly baseUrl: string) {}

  get(path: string, call?: HttpRequest): Promise<HttpResponse> {
    return this.send('GET', path, call);
  }

  post(path: string, call?: HttpRequest): Promise<HttpResponse> {
    return this.send('POST', path, call);
  }

  async send(method: string, path: string, { token, body, headers = {} }: HttpRequest = {}): Promise<HttpResponse> {
    const response = await fetch(this.baseUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
    const result = { status: response.status, headers: response.headers, body: json, text };
    checkAgainstContract(method, path, result);
    return result;
  }
}
