import type { paths } from './api-types.js';
import type { ResponseBody, Arguments, Data, Item, ListPath, Method, PathOf } from './calls.js';
import { GatewayError } from './errors.js';
import { type RetryPolicy, send } from './send.js';

export interface GatewayOptions extends Partial<RetryPolicy> {
  /** Base URL of the gateway, such as `https://pay.example`. */
  url: string;
  token: string;
  fetch?: typeof globalThis.fetch;
}

const DEFAULT_POLICY: RetryPolicy = { retries: 4, timeoutMs: 30_000, longestPauseMs: 65_000 };

interface RequestOptions {
  path?: Record<string, string | number>;
  query?: object;
  headers?: Record<string, string>;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

interface Page {
  pagination?: { links: { next_page: string | null } };
}

/**
 * Calls the API by its paths. A method returns the `data` of a successful response, or throws `GatewayError` or `NoResponseError`.
 */
export class PaymentGateway {
  private readonly url: string;
  private readonly policy: RetryPolicy;
  private readonly fetch: typeof globalThis.fetch;
  /** A private field, so a program that logs the client does not log the token. */
  readonly #token: string;

  constructor({ url, token, fetch = globalThis.fetch, ...policy }: GatewayOptions) {
    const { protocol, origin, pathname } = new URL(url);
    if (!/^https?:$/.test(protocol)) throw new TypeError('The URL of the gateway must begin with https:// or http://.');
    if (!token) throw new TypeError('The token is missing.');
    this.url = origin + pathname.replace(/\/$/, '');
    this.#token = token;
    this.fetch = fetch;
    this.policy = { ...DEFAULT_POLICY, ...policy };
  }

  get<P extends PathOf<'get'>>(path: P, ...[options]: Arguments<'get', P>): Promise<Data<'get', P>> {
    return this.dataOf('get', path, options);
  }

  /** Sends an `Idempotency-Key`, the same with each retry, so the request takes effect only once. */
  post<P extends PathOf<'post'>>(path: P, ...[options]: Arguments<'post', P>): Promise<Data<'post', P>> {
    return this.dataOf('post', path, options);
  }

  delete<P extends PathOf<'delete'>>(path: P, ...[options]: Arguments<'delete', P>): Promise<Data<'delete', P>> {
    return this.dataOf('delete', path, options);
  }

  /** Yields every record of a list, page after page. */
  async *list<P extends ListPath>(path: P, ...options: Arguments<'get', P>): AsyncGenerator<Item<P>, void, undefined> {
    for await (const page of this.pages(path, ...options)) yield* (page as unknown as { data: Item<P>[] }).data;
  }

  /** Yields the pages of a list, each with its `pagination`. */
  async *pages<P extends ListPath>(path: P, ...[options]: Arguments<'get', P>): AsyncGenerator<ResponseBody<'get', P>, void, undefined> {
    const { query, ...rest } = (options ?? {}) as RequestOptions;
    let search = queryString(query);
    for (;;) {
      const page = (await this.call('get', path, rest, search)) as Page;
      yield page as unknown as ResponseBody<'get', P>;
      const next = page.pagination?.links.next_page;
      if (!next) return;
      search = new URL(next, this.url).search; // only the query: the host may differ from the one called here
    }
  }

  private async dataOf<M extends Method, P extends keyof paths>(method: M, path: P, options: unknown): Promise<Data<M, P>> {
    const { query, ...rest } = (options ?? {}) as RequestOptions;
    const response = await this.call(method, path, rest, queryString(query));
    return (typeof response === 'object' && response !== null && 'data' in response ? response.data : response) as Data<M, P>;
  }

  private async call(method: Method, template: string, options: RequestOptions, search: string): Promise<unknown> {
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => pathSegment(name, options.path?.[name]));
    const idempotencyKey = method === 'post' ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const headers = {
      ...options.headers,
      Authorization: `Bearer ${this.#token}`,
      ...(options.body !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    };
    const call = { method: method.toUpperCase(), path, idempotencyKey };
    const body = options.body === undefined ? undefined : JSON.stringify(options.body);
    const request = { ...call, url: this.url + path + search, headers, body, signal: options.signal };
    const response = await send(request, this.policy, this.fetch);
    const content = parseContent(response.headers, response.text);
    if (response.status < 200 || response.status > 299) throw new GatewayError(call, response.status, response.headers, content);
    return content;
  }
}

function pathSegment(name: string, value: string | number | undefined): string {
  if (value === undefined || /^\.{0,2}$/.test(String(value)))
    throw new TypeError(`The path parameter ${name} must not be empty, "." or "..".`);
  return encodeURIComponent(value);
}

function queryString(query: object = {}): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  );
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters as [string, string][]).toString()}`;
}

/** A proxy may send an error page with the content type of JSON that is not JSON. */
function parseContent(headers: Headers, text: string): unknown {
  if (!headers.get('Content-Type')?.includes('json')) return text === '' ? undefined : text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
