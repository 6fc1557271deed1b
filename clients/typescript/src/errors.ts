import type { components } from './api-types.js';

type Responses = components['responses'];
type CodeOf<R> = R extends { content: { 'application/json': { errorCode?: infer C } } } ? C : never;

/** Every error code of the API. */
export type ErrorCode = Exclude<CodeOf<Responses[keyof Responses]>, undefined>;

/** A request without its query, because a query may contain a phone number. */
export interface Call {
  method: string;
  path: string;
  /** Only POST requests have one. */
  idempotencyKey?: string | undefined;
}

interface ErrorBody {
  errorCode?: ErrorCode;
  message?: string;
  errors?: Record<string, string[]>;
}

/** An error response of the gateway or of a proxy in front of it. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  /** Null if the response is not from the gateway. */
  readonly code: ErrorCode | null;
  /** Messages by path of the field. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Id of the request in the gateway's log. */
  readonly requestId: string | null;
  /** URL of the page about the error code. */
  readonly help: string | null;
  /** How to correct the request. The gateway sends hints in the sandbox and for a known token. */
  readonly hint: string | null;
  readonly idempotencyKey: string | undefined;

  constructor(
    { method, path, idempotencyKey }: Call,
    readonly status: number,
    headers: Headers,
    /** The whole response body, parsed if it is JSON. */
    readonly body: unknown,
  ) {
    const { errorCode, message, errors = {} } = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody;
    const details = [message, ...Object.entries(errors).map(([field, messages]) => `${field}: ${messages.join(' ')}`)].filter(Boolean);
    super([`${method} ${path}: ${status} ${errorCode ?? ''}`.trimEnd(), ...details].join(' – '));
    this.code = errorCode ?? null;
    this.errors = errors;
    this.requestId = headers.get('X-Request-Id');
    this.help = /<([^>]+)>; rel="help"/.exec(headers.get('Link') ?? '')?.[1] ?? null;
    this.hint = headers.get('X-Error-Hint');
    this.idempotencyKey = idempotencyKey;
  }
}

/** There was no response, so the request may or may not have taken effect. Repeat a POST with the same body and `idempotencyKey`. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
  readonly idempotencyKey: string | undefined;

  constructor({ method, path, idempotencyKey }: Call, cause: unknown) {
    super(`${method} ${path}: no response`, { cause });
    this.idempotencyKey = idempotencyKey;
  }
}
