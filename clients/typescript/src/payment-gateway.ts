import type { paths } from './api-types.js';
import type { Answer, Arguments, Data, Item, ListPath, Method, PathOf } from './calls.js';
import { GatewayError } from './errors.js';
import { type RetryPolicy, send } from './send.js';

export interface GatewayOptions extends Partial<RetryPolicy> {
  /** Where the gateway is, such as `https://pay.example`. */
  url: string;
  token: string;
  fetch?: typeof globalThis.fetch;
}

const POLICY: RetryPolicy = { retries: 4, timeoutMs: 30_000, longestPauseMs: 65_000 };

interface Given {
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
 * Calls the API by its paths. Results are what the answer is about (`data`); everything else is thrown, as `GatewayError` or `NoResponseError`.
 */
export class PaymentGateway {
  private readonly url: string;
  private readonly policy: RetryPolicy;
  private readonly fetch: typeof globalThis.fetch;
  /** Not shown where a program logs the client. */
  readonly #token: string;

  constructor({ url, token, fetch = globalThis.fetch, ...policy }: GatewayOptions) {
    const { protocol, origin, pathname } = new URL(url);
    if (!/^https?:$/.test(protocol)) throw new TypeError('The URL of the gateway begins with https:// or http://.');
    if (!token) throw new TypeError('The token is missing.');
    this.url = origin + pathname.replace(/\/$/, '');
    this.#token = token;
    this.fetch = fetch;
    this.policy = { ...POLICY, ...policy };
  }

  get<P extends PathOf<'get'>>(path: P, ...[given]: Arguments<'get', P>): Promise<Data<'get', P>> {
    return this.dataOf('get', path, given);
  }

  /** Carries an `Idempotency-Key`, the same on each retry, so that it is done once. */
  post<P extends PathOf<'post'>>(path: P, ...[given]: Arguments<'post', P>): Promise<Data<'post', P>> {
    return this.dataOf('post', path, given);
  }

  delete<P extends PathOf<'delete'>>(path: P, ...[given]: Arguments<'delete', P>): Promise<Data<'delete', P>> {
    return this.dataOf('delete', path, given);
  }

  /** Every record of a list, page after page. */
  async *list<P extends ListPath>(path: P, ...given: Arguments<'get', P>): AsyncGenerator<Item<P>, void, undefined> {
    for await (const page of this.pages(path, ...given)) yield* (page as unknown as { data: Item<P>[] }).data;
  }

  /** The same by whole pages, each with its `pagination`. */
  async *pages<P extends ListPath>(path: P, ...[given]: Arguments<'get', P>): AsyncGenerator<Answer<'get', P>, void, undefined> {
    const { query, ...rest } = (given ?? {}) as Given;
    let search = searchOf(query);
    for (;;) {
      const page = (await this.call('get', path, rest, search)) as Page;
      yield page as unknown as Answer<'get', P>;
      const next = page.pagination?.links.next_page;
      if (!next) return;
      search = new URL(next, this.url).search; // its host is the one that the gateway knows itself by, which may not be the one called here
    }
  }

  private async dataOf<M extends Method, P extends keyof paths>(method: M, path: P, given: unknown): Promise<Data<M, P>> {
    const { query, ...rest } = (given ?? {}) as Given;
    const answer = await this.call(method, path, rest, searchOf(query));
    return (typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer) as Data<M, P>;
  }

  private async call(method: Method, template: string, given: Given, search: string): Promise<unknown> {
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => inPath(name, given.path?.[name]));
    const idempotencyKey = method === 'post' ? (given.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const headers = {
      ...given.headers,
      Authorization: `Bearer ${this.#token}`,
      ...(given.body !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    };
    const call = { method: method.toUpperCase(), path, idempotencyKey };
    const body = given.body === undefined ? undefined : JSON.stringify(given.body);
    const outgoing = { ...call, url: this.url + path + search, headers, body, signal: given.signal };
    const answer = await send(outgoing, this.policy, this.fetch);
    const content = contentOf(answer.headers, answer.text);
    if (answer.status < 200 || answer.status > 299) throw new GatewayError(call, answer.status, answer.headers, content);
    return content;
  }
}

function inPath(name: string, value: string | number | undefined): string {
  if (value === undefined || /^\.{0,2}$/.test(String(value))) throw new TypeError(`The path needs ${name}.`);
  return encodeURIComponent(value);
}

function searchOf(query: object = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, String(value)]]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given as [string, string][]).toString()}`;
}

/** An error page of a proxy may call itself JSON and be none. */
function contentOf(headers: Headers, text: string): unknown {
  if (!headers.get('Content-Type')?.includes('json')) return text === '' ? undefined : text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
