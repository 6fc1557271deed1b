import { once } from 'node:events';
import { request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SpanStatusCode, trace } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import type { LoggableRequest } from '../../src/runtime/http/log-path.js';
import { traceRequests } from '../../src/runtime/tracing/trace-requests.js';
import { until } from '../support/until.js';
import { RecordedSpans } from './support/recorded-spans.js';

const PHONE = '48500600700';

describe('the span of a request', () => {
  const spans = RecordedSpans.ofThisSuite();
  let server: Server;
  let url: string;
  /** Ids of the spans that were active when the `close` listeners of responses ran. */
  let activeAtEnd: (string | undefined)[];

  beforeEach(async () => {
    activeAtEnd = [];
    const app = express();
    app.use(traceRequests());
    app.use((_request, response, next) => {
      response.once('close', () => void activeAtEnd.push(trace.getActiveSpan()?.spanContext().spanId));
      next();
    });
    app.get('/things/:id', (request: LoggableRequest, response) => {
      request.pathIsShown = request.query['known'] !== undefined;
      response.json({});
    });
    app.get('/missing/:id', (_request, response) => void response.status(404).json({}));
    app.get('/broken', (_request, response) => void response.status(503).end());
    app.get('/never', () => undefined);
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const firstSpan = async (): Promise<ReadableSpan | undefined> =>
    (
      await until(
        () => spans.all,
        ({ length }) => length > 0,
      )
    )[0];

  it('has only the route’s pattern for an unauthenticated request, because the path may give a payer access', async () => {
    await fetch(`${url}/things/7`);
    expect((await firstSpan())?.attributes).toMatchObject({ 'http.route': '/things/:id', 'url.path': '/things/:id' });
  });

  it('has the path without the query for an authenticated request', async () => {
    await fetch(`${url}/things/7?known=1&phone=${PHONE}`, { headers: { authorization: 'Bearer secret' } });
    const { name, attributes, status } = (await firstSpan()) ?? {};
    expect(name).toBe('GET /things/:id');
    expect(attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/things/:id',
      'http.response.status_code': 200,
      'url.path': '/things/7',
      'url.scheme': 'http',
      'network.protocol.version': '1.1',
    });
    expect(status?.code).toBe(SpanStatusCode.UNSET);
  });

  it('is marked as failed for a 5xx response, but not for a 4xx response', async () => {
    await fetch(`${url}/broken`);
    await expect(firstSpan()).resolves.toMatchObject({ status: { code: SpanStatusCode.ERROR }, attributes: { 'error.type': '503' } });
    spans.reset();
    await fetch(`${url}/missing/1`);
    await expect(firstSpan()).resolves.toMatchObject({ status: { code: SpanStatusCode.UNSET } });
  });

  it('records nothing of an unknown path or method', async () => {
    await fetch(`${url}/of/${PHONE}`, { method: 'PROPFIND' });
    const recorded = await firstSpan();
    expect(recorded).toMatchObject({ name: 'HTTP', attributes: { 'http.request.method': '_OTHER', 'http.response.status_code': 404 } });
    expect(JSON.stringify(recorded?.attributes)).not.toContain(PHONE);
  });

  it('is active in listeners of the response’s end, also when the client disconnects', async () => {
    const call = httpRequest(`${url}/never`).on('error', () => undefined);
    call.end();
    await once(server, 'request');
    call.destroy();
    const ended = await firstSpan();
    expect(ended).toMatchObject({ name: 'GET /never', attributes: { 'error.type': 'aborted_by_caller' } });
    await until(
      () => activeAtEnd,
      ({ length }) => length > 0,
    );
    expect(activeAtEnd).toEqual([ended?.spanContext().spanId]);
  });

  it('is not created for probes and assets', async () => {
    for (const path of ['/healthz', '/readyz', '/assets/pay.0123456789ab.css', '/things/1']) await fetch(url + path);
    await firstSpan();
    expect(spans.all.map(({ name }) => name)).toEqual(['GET /things/:id']);
  });
});
