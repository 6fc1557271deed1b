import { context, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { inSpan } from '../../runtime/tracing/spans.js';
import { useTracer } from '../../runtime/tracing/tracer.js';
import type { OutboundResponse } from './outbound-message.js';
import { inRequestSpan } from './request-span.js';

const exporter = new InMemorySpanExporter();
const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer('test');
beforeAll(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()));
afterAll(() => {
  useTracer(undefined);
  context.disable();
});
beforeEach(() => {
  exporter.reset();
  useTracer(tracer);
});

const SECRET_URL = 'https://shop.example/notify/k3y?key=k3y';
const response = (httpStatus: number | null, errorCode: string | null = null): OutboundResponse => ({
  httpStatus,
  excerpt: null,
  errorCode,
  retryAfterMs: null,
});

/** Sends a request within the span of an attempt. @returns the request's span. */
async function spanOf(url: string, outboundResponse: OutboundResponse): Promise<ReadableSpan | undefined> {
  await inSpan('attempt', {}, async () => expect(await inRequestSpan(url, () => Promise.resolve(outboundResponse))).toBe(outboundResponse));
  return exporter.getFinishedSpans().find(({ name }) => name === 'POST');
}

describe('the span of a request to a partner’s URL', () => {
  it('has host, port and status, but neither path nor query', async () => {
    const span = await spanOf(SECRET_URL, response(200));
    expect(span?.attributes).toEqual({
      'http.request.method': 'POST',
      'server.address': 'shop.example',
      'server.port': 443,
      'http.response.status_code': 200,
    });
    expect([span?.kind, span?.status]).toEqual([SpanKind.CLIENT, { code: SpanStatusCode.UNSET }]);
  });

  it.each([
    ['https://shop.example/', 443],
    ['http://shop.example/', 80],
    ['https://shop.example:8443/', 8443],
    ['http://shop.example:8080/', 8080],
  ])('for %s has the port %d', async (url, port) => expect((await spanOf(url, response(200)))?.attributes['server.port']).toBe(port));

  it.each([
    [response(399), undefined],
    [response(400), '400'],
    [response(500), '500'],
    [response(200, 'RESPONSE_TOO_LONG'), 'RESPONSE_TOO_LONG'],
    [response(500, 'TIMEOUT'), 'TIMEOUT'],
    [response(null, 'ECONNREFUSED'), 'ECONNREFUSED'],
  ])('for the response %j has the error %s', async (outboundResponse, failure) => {
    const span = await spanOf(SECRET_URL, outboundResponse);
    expect([span?.attributes['error.type'], span?.status.code]).toEqual([failure, failure ? SpanStatusCode.ERROR : SpanStatusCode.UNSET]);
    expect(span?.attributes['http.response.status_code']).toBe(outboundResponse.httpStatus ?? undefined);
  });

  it('has no host for an invalid URL', async () =>
    expect((await spanOf('k3y', response(null, 'NOT_A_URL')))?.attributes).toEqual({
      'http.request.method': 'POST',
      'error.type': 'NOT_A_URL',
    }));

  it('does not exist without a tracer', async () => {
    useTracer(undefined);
    expect(await spanOf(SECRET_URL, response(200))).toBeUndefined();
  });
});
