import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { Metrics } from '../../src/runtime/metrics/metrics.js';
import { warnUntrustedForwarded } from '../../src/runtime/http/edge/warn-untrusted-forwarded.js';
import { startWorld, type World } from '../support/world.js';
import { scrape } from './support/scraper.js';

const SERIES = 'gateway_http_untrusted_forwarded_total';
const sendForwarded = (world: World) => world.http.get('/healthz', { headers: { 'X-Forwarded-For': '198.51.100.7' } });

describe('a request with X-Forwarded-For from a proxy that is not in TRUST_PROXY', () => {
  let trusting: World;
  let untrusting: World;
  beforeAll(async () => {
    [untrusting, trusting] = await Promise.all([
      startWorld({ METRICS_PORT: '0' }),
      startWorld({ METRICS_PORT: '0', TRUST_PROXY: '127.0.0.1' }),
    ]);
  });
  afterAll(() => Promise.all([untrusting.stop(), trusting.stop()]));

  it('is counted, unlike a request from a proxy in TRUST_PROXY', async () => {
    for (const world of [untrusting, trusting]) {
      await sendForwarded(world);
      await world.http.get('/healthz');
    }
    expect([(await scrape(untrusting)).value(SERIES), (await scrape(trusting)).value(SERIES)]).toEqual([1, 0]);
  });

  it('is logged as a warning with the proxy’s address, at most once a minute', async () => {
    const lines: { level: number; peer: string; msg: string }[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const app = express().set('trust proxy', []);
    app.use(warnUntrustedForwarded({ registry: new Registry() } as Metrics, log), (_request, response) => void response.end());
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    for (let call = 0; call < 3; call += 1) await fetch(`http://127.0.0.1:${port}/`, { headers: { 'X-Forwarded-For': '198.51.100.7' } });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(lines).toEqual([expect.objectContaining({ level: 40, peer: '127.0.0.1', msg: expect.stringContaining('TRUST_PROXY') })]);
  });
});
