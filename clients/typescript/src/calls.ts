import type { paths } from './api-types.js';

/** What the document says of a path, as arguments and results of the client's methods. */
export type Method = 'get' | 'post' | 'delete';

export type PathOf<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];

type Operation<M extends Method, P extends keyof paths> = paths[P] extends Record<M, infer O> ? O : never;

type Success<O> = O extends { responses: infer R } ? R[keyof R & (200 | 201 | 204)] : never;

/** The whole answer, with its `pagination`; a text where it is none of JSON. */
export type Answer<M extends Method, P extends keyof paths> =
  Success<Operation<M, P>> extends { content: infer C } ? C[keyof C] : undefined;

/** What the answer is about. */
export type Data<M extends Method, P extends keyof paths> = Answer<M, P> extends { data: infer D } ? D : Answer<M, P>;

export type ListPath = { [P in PathOf<'get'>]: Data<'get', P> extends readonly unknown[] ? P : never }[PathOf<'get'>];

export type Item<P extends ListPath> = Data<'get', P> extends readonly (infer I)[] ? I : never;

type InPath<O> = O extends { parameters: { path: infer P extends object } } ? { path: P } : unknown;
type InQuery<O> = O extends { parameters: { query: infer Q extends object } }
  ? { query: Q }
  : O extends { parameters: { query?: infer Q extends object } }
    ? { query?: Q }
    : unknown;
type InHeaders<O> = O extends { parameters: { header?: infer H extends object } } ? { headers?: Omit<H, 'Idempotency-Key'> } : unknown;
type InBody<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? { body: B }
  : O extends { requestBody?: { content: { 'application/json': infer B } } }
    ? { body?: B }
    : unknown;

interface ForEveryCall {
  /** Ends the call, with its retries. */
  signal?: AbortSignal;
}
interface ForPosts {
  /** A fresh UUID unless given. Give the one that an error names to go on with a call that got no answer. */
  idempotencyKey?: string;
}

type Given<M extends Method, O> = ForEveryCall &
  InPath<O> &
  InQuery<O> &
  InHeaders<O> &
  InBody<O> &
  (M extends 'post' ? ForPosts : unknown);

/** Optional where nothing has to be given. */
export type Arguments<M extends Method, P extends keyof paths> =
  object extends Given<M, Operation<M, P>> ? [given?: Given<M, Operation<M, P>>] : [given: Given<M, Operation<M, P>>];
