import { type Attributes, context, propagation, ROOT_CONTEXT, type Span, SpanKind, trace } from '@opentelemetry/api';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { isExcludedFromLog, logPath } from '../http/log-path.js';
import { markFailed } from './spans.js';
import { currentTracer } from './tracer.js';

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE']);

/**
 * Creates a span for each request, in the client's trace if the request has a `traceparent`. It must run before the handlers whose log
 * lines and spans belong to the trace.
 */
export function traceRequests(): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const tracer = currentTracer();
    if (!tracer || isExcludedFromLog(request)) return next();
    const parentContext = propagation.extract(ROOT_CONTEXT, request.headers);
    const span = tracer.startSpan(nameOf(request), { kind: SpanKind.SERVER, attributes: requestAttributes(request) }, parentContext);
    const requestContext = trace.setSpan(parentContext, span);
    context.bind(requestContext, response); // so listeners such as the access log are in the trace, too
    response.once('close', () => endSpan(span, request, response));
    context.with(requestContext, next);
  };
}

function requestAttributes(request: Request): Attributes {
  return {
    'http.request.method': KNOWN_METHODS.has(request.method) ? request.method : '_OTHER',
    'url.scheme': request.protocol,
    'network.protocol.version': request.httpVersion,
  };
}

function endSpan(span: Span, request: Request, response: Response): void {
  const { path: route } = (request.route as { path?: string } | undefined) ?? {};
  if (route !== undefined) {
    span.updateName(`${nameOf(request)} ${route}`);
    span.setAttributes({ 'http.route': route, 'url.path': logPath(request) });
  }
  span.setAttribute('http.response.status_code', response.statusCode);
  if (response.statusCode >= 500) markFailed(span, String(response.statusCode));
  else if (!response.writableFinished) markFailed(span, 'aborted_by_caller');
  span.end();
}

function nameOf({ method }: Request): string {
  return KNOWN_METHODS.has(method) ? method : 'HTTP';
}
