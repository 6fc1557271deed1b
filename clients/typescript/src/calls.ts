import type { paths } from './api-types.js';

// Derives the arguments and results of the client's methods from the OpenAPI document.

export type Method = 'get' | 'post' | 'delete';

export type PathOf<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];

type Operation<M extends Method, P extends keyof paths> = paths[P] extends Record<M, infer O> ? O : never;

type Success<O> = O extends { responses: infer R } ? R[keyof R & (200 | 201 | 204)] : never;

/** The whole response body, including `pagination`; a string if it is not JSON. */
export type ResponseBody<M extends Method, P extends keyof paths> =
  Success<Operation<M, P>> extends { content: infer C } ? C[keyof C] : undefined;

/** The field `data` of the response, or the whole body if it has none. */
export type Data<M extends Method, P extends keyof paths> = ResponseBody<M, P> extends { data: infer D } ? D : ResponseBody<M, P>;

export type ListPath = { [P in PathOf<'get'>]: Data<'get', P> extends readonly unknown[] ? P : never }[PathOf<'get'>];

export type Item<P extends ListPath> = Data<'get', P> extends readonly (infer I)[] ? I : never;

type PathArguments<O> = O extends { parameters: { path: infer P extends object } } ? { path: P } : unknown;
type QueryArguments<O> = O extends { parameters: { query: infer Q extends object } }
  ? { query: Q }
  : O extends { parameters: { query?: infer Q extends object } }
    ? { query?: Q }
    : unknown;
type HeaderArguments<O> = O extends { parameters: { header?: infer H extends object } }
  ? { headers?: Omit<H, 'Idempotency-Key'> }
  : unknown;
type BodyArguments<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? { body: B }
  : O extends { requestBody?: { content: { 'application/json': infer B } } }
    ? { body?: B }
    : unknown;

interface CommonOptions {
  /** Aborts the call, including its retries. */
  signal?: AbortSignal;
}
interface PostOptions {
  /** By default a new UUID. To repeat a call that got no response, pass the `idempotencyKey` of its error. */
  idempotencyKey?: string;
}

type Options<M extends Method, O> = CommonOptions &
  PathArguments<O> &
  QueryArguments<O> &
  HeaderArguments<O> &
  BodyArguments<O> &
  (M extends 'post' ? PostOptions : unknown);

/** The argument is optional if all its properties are. */
export type Arguments<M extends Method, P extends keyof paths> =
  object extends Options<M, Operation<M, P>> ? [options?: Options<M, Operation<M, P>>] : [options: Options<M, Operation<M, P>>];
