import { StreamableFile } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { isObject } from '../../common/validation/pick-declared-fields.js';
import { setIgnoredFieldsHeader } from './help/ignored-members.js';

/**
 * Sends the results of handlers. It replaces interceptors, because with any interceptor Nest creates several observables for each request.
 * @param beforeResponse gets the result before it is sent, and returns a promise if its work takes time. If it throws an error, the
 * response is about that error.
 */
export function sendResponses(
  app: NestExpressApplication,
  beforeResponse: (request: Request, result: unknown) => Promise<void> | undefined,
): void {
  const adapter = app.getHttpAdapter();
  const reply = adapter.reply.bind(adapter) as (response: Response, result: unknown, status?: number) => unknown;
  const send = (response: Response, result: unknown, status?: number): unknown => {
    setIgnoredFieldsHeader(response.req, response);
    return status === undefined && isJsonToSend(result, response) ? sendJson(response, result) : reply(response, result, status);
  };
  adapter.reply = (response: Response, result: unknown, status?: number): unknown =>
    beforeResponse(response.req, result)?.then(() => send(response, result, status)) ?? send(response, result, status);
}

const isJsonToSend = (result: unknown, response: Response): result is object =>
  isObject(result) && !(result instanceof StreamableFile) && !(result instanceof Error) && !response.hasHeader('Content-Type');

/** Does the work of Express' `json()` without ETags, conditional requests and other charsets, which the API never needs. */
function sendJson(response: Response, result: object): void {
  const text = JSON.stringify(result);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  if (response.req.method === 'HEAD') response.end();
  else response.end(text);
}
