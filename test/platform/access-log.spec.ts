import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import type { Server } from 'node:http';
import type { LoggableRequest } from '../../src/runtime/http/log-path.js';
import { accessLog } from '../../src/runtime/http/access-log.js';
import { createLogger } from '../../src/runtime/logging/logger.js';
import { until } from '../support/until.js';

interface LogLine {
  level: string;
  msg: string;
  req: { id?: string; method: string; path: string; caller?: object };
  res: { status: number };
  responseTime: number;
}

describe('the access log', () => {
  let server: Server;
  let lines: LogLine[];
  let url: string;

  beforeEach(async () => {
    lines = [];
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(JSON.parse(chunk.toString()) as LogLine);
        done();
      },
    });
    const app = express();
    app.use(accessLog(createLogger('info', destination)));
    app.get('/broken', (_request, response) => void response.status(500).end());
    app.get('/without-response', () => undefined);
    app.get('/pay/:id', (request: LoggableRequest, response) => {
      request.pathIsShown = request.query['known'] !== undefined;
      if (request.pathIsShown) request.shownCaller = { address: '203.0.113.7', token: 'id-of-the-token' };
      response.json({});
    });
    app.use((_request, response) => void response.json({ ok: true }));
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => void server.close());

  const firstLine = async (): Promise<LogLine | undefined> =>
    (
      await until(
        () => Promise.resolve(lines),
        ({ length }) => length > 0,
      )
    )[0];

  it('has one line per request, with the path and without values that may be secret', async () => {
    await fetch(`${url}/directbilling/abcd?phoneNumber=48500600700`, {
      headers: { 'X-Request-Id': 'r-1', Authorization: 'Bearer secret' },
    });
    const loggedLine = await firstLine();
    expect(loggedLine).toMatchObject({
      level: 'info',
      msg: 'request completed',
      req: { id: 'r-1', method: 'GET', path: '/directbilling/abcd' },
      res: { status: 200 },
    });
    expect(loggedLine?.responseTime).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(lines)).not.toMatch(/48500600700|secret/);
    expect(lines).toHaveLength(1);
  });

  it('warns about a failed request', async () => {
    await fetch(`${url}/broken`);
    expect(await firstLine()).toMatchObject({ level: 'warn', msg: 'request failed', res: { status: 500 } });
  });

  it('shows that the client closed the connection before the response', async () => {
    const request = httpRequest(`${url}/without-response`).on('error', () => undefined);
    request.end();
    await once(server, 'request');
    request.destroy();
    expect(await firstLine()).toMatchObject({ msg: 'request aborted by the caller', req: { path: '/without-response' } });
  });

  it('writes the path only if the handler has set pathIsShown, otherwise the pattern of the route', async () => {
    await fetch(`${url}/pay/0192f0c1`);
    expect((await firstLine())?.req.path).toBe('/pay/:id');
    lines.length = 0;
    await fetch(`${url}/pay/0192f0c1?known=1`);
    expect((await firstLine())?.req.path).toBe('/pay/0192f0c1');
  });

  it('writes the token and the IP address of a partner, but no IP address of a payer', async () => {
    await fetch(`${url}/pay/0192f0c1?known=1`);
    expect((await firstLine())?.req.caller).toEqual({ address: '203.0.113.7', token: 'id-of-the-token' });
    lines.length = 0;
    await fetch(`${url}/pay/0192f0c1`);
    expect((await firstLine())?.req.caller).toBeUndefined();
    expect(JSON.stringify(lines)).not.toContain('127.0.0.1');
  });

  it('masks numbers in a path that may be card numbers, but no ids and other words', async () => {
    const uuid = '42424242-4242-4242-8424-2abcabcabcab';
    for (const path of [`/a/${uuid}/1234567890123`, '/a/4242424242424242/b', '/a/x4242%204242-4242%204242', '/%zz4242424242424242'])
      await fetch(url + path);
    const paths = await until(
      () => lines.map(({ req }) => req.path),
      ({ length }) => length === 4,
    );
    expect(paths).toEqual([`/a/${uuid}/1234567890123`, '/a/[number]/b', '/a/[number]', '/[number]']);
  });

  it('masks what may be a signature or a token in a path without a route', async () => {
    const [uuid, secret] = ['42424242-4242-4242-8424-2abcabcabcab', 'yk2p-Tq_8nB0hF3vJc6sLw'];
    for (const path of [`/payy/${uuid}/${secret}`, `/payy/${uuid}/${secret})`, '/directbilling/a-long-lower-case-word'])
      await fetch(url + path);
    const seen = await until(
      () => lines.map(({ req }) => req.path),
      ({ length }) => length === 3,
    );
    expect(seen).toEqual([`/payy/${uuid}/[secret]`, `/payy/${uuid}/[secret]`, '/directbilling/a-long-lower-case-word']);
  });

  it('has a line for requests that only look like a probe or an asset', async () => {
    await fetch(`${url}/healthz`, { method: 'POST' });
    await fetch(`${url}/assets/x`);
    await until(
      () => lines.map(({ req }) => `${req.method} ${req.path}`),
      ({ length }) => length === 2,
    );
  });

  it('has no line for probes and assets', async () => {
    for (const path of ['/healthz', '/readyz', '/assets/style.0123456789ab.css']) await fetch(url + path);
    await fetch(`${url}/last`);
    expect((await firstLine())?.req.path).toBe('/last');
    expect(lines).toHaveLength(1);
  });
});
