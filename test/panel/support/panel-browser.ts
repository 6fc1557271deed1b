/** A response of the panel. */
export interface PanelResponse {
  status: number;
  headers: Headers;
  text: string;
  /** Target of the redirect; empty without one. */
  location: string;
}

/** Uses the panel over HTTP like a browser without scripts. It stores the session's cookie and sends the origin of its forms. */
export class PanelBrowser {
  cookie = '';

  constructor(private readonly baseUrl: string) {}

  get(path: string, headers: Record<string, string> = {}): Promise<PanelResponse> {
    return this.send(path, { headers });
  }

  /** @param fields the fields, or the encoded form */
  post(
    path: string,
    fields: Record<string, string> | string = {},
    headers: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin' },
  ): Promise<PanelResponse> {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return this.send(path, { method: 'POST', headers: { ...type, ...headers }, body: new URLSearchParams(fields).toString() });
  }

  private async send(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<PanelResponse> {
    const headers = { 'Accept-Language': 'en', 'User-Agent': 'test browser', ...init.headers, ...(this.cookie && { Cookie: this.cookie }) };
    const response = await fetch(this.baseUrl + path, { ...init, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) this.cookie = cookie.includes('Max-Age=0') ? '' : (cookie.split(';')[0] ?? '');
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: response.headers.get('location') ?? '',
    };
  }
}
