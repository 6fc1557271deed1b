import { StreamableFile } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { isObject } from '../../common/validation/pick-declared-fields.js';
import { nameIgnoredMembers } from './help/name-ignored-members.js';

/**
 * Sends the results of handlers. It replaces interceptors, because with any interceptor Nest creates several observables for each request.
 * @param before may use the result first, and returns a promise if that takes time. When `before` throws, the response is about that error.
 */
export function sendResponses(app: NestExpressApplication, before: (request: Request, answer: unknown) => Promise<void> | undefined): void {
  const adapter = app.getHttpAdapter();
  const reply = adapter.reply.bind(adapter) as (response: Response, answer: unknown, status?: number) => unknown;
  const send = (response: Response, answer: unknown, status?: number): unknown => {
    nameIgnoredMembers(response.req, response);
    return status === undefined && isJsonToSend(answer, response) ? sendJson(response, answer) : reply(response, answer, status);
  };
  adapter.reply = (response: Response, answer: unknown, status?: number): unknown =>
    before(response.req, answer)?.then(() => send(response, answer, status)) ?? send(response, answer, status);
}

const isJsonToSend = (answer: unknown, response: Response): answer is object =>
  isObject(answer) && !(answer instanceof StreamableFile) && !(answer instanceof Error) && !response.hasHeader('Content-Type');

/** Does the work of Express' `json()` without ETags, conditional requests and other charsets, which the API never needs. */
function sendJson(response: Response, answer: object): void {
  const text = JSON.stringify(answer);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  if (response.req.method === 'HEAD') response.end();
  else response.end(text);
}
