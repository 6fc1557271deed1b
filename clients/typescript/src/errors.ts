import type { components } from './api-types.js';

type Responses = components['responses'];
type CodeOf<R> = R extends { content: { 'application/json': { errorCode?: infer C } } } ? C : never;

/** Every code that the API answers with. */
export type ErrorCode = Exclude<CodeOf<Responses[keyof Responses]>, undefined>;

/** What was asked, without its query: that may hold a phone number. */
export interface Call {
  method: string;
  path: string;
  /** Of a POST. */
  idempotencyKey?: string | undefined;
}

interface ErrorBody {
  errorCode?: ErrorCode;
  message?: string;
  errors?: Record<string, string[]>;
}

/** The gateway, or a proxy before it, has answered that it does not do what was asked. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  /** Null when the answer is not the gateway's own. */
  readonly code: ErrorCode | null;
  /** Sentences by the path of a field. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** What operators of the gateway find it by in their log. */
  readonly requestId: string | null;
  /** Page about the code. */
  readonly help: string | null;
  /** How to mend the request, for developers: in the sandbox, and for a known token. */
  readonly hint: string | null;
  readonly idempotencyKey: string | undefined;

  constructor(
    { method, path, idempotencyKey }: Call,
    readonly status: number,
    headers: Headers,
    /** The whole answer, parsed where it is JSON. */
    readonly body: unknown,
  ) {
    const { errorCode, message, errors = {} } = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody;
    const details = [message, ...Object.entries(errors).map(([field, sentences]) => `${field}: ${sentences.join(' ')}`)].filter(Boolean);
    super([`${method} ${path}: ${status} ${errorCode ?? ''}`.trimEnd(), ...details].join(' – '));
    this.code = errorCode ?? null;
    this.errors = errors;
    this.requestId = headers.get('X-Request-Id');
    this.help = /<([^>]+)>; rel="help"/.exec(headers.get('Link') ?? '')?.[1] ?? null;
    this.hint = headers.get('X-Error-Hint');
    this.idempotencyKey = idempotencyKey;
  }
}

/** No answer came, so that nobody knows whether it was done. A POST is gone on with by the same body and `idempotencyKey`. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
  readonly idempotencyKey: string | undefined;

  constructor({ method, path, idempotencyKey }: Call, cause: unknown) {
    super(`${method} ${path}: no answer`, { cause });
    this.idempotencyKey = idempotencyKey;
  }
}
