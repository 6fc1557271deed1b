import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_STREAMS_PER_PAYMENT } from '../../src/web/checkout/shell/live/live-states.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';
import { openStream, type OpenStream } from './support/event-stream.js';

let checkout: CheckoutApp;
let streams: OpenStream[] = [];
beforeEach(async () => {
  checkout = await startCheckout();
  checkout.payment.setCodeStage({ stage: 'waiting' });
});
afterEach(async () => {
  streams.forEach((stream) => stream.closeStream());
  streams = [];
  await checkout.close();
});

async function openEventStream(): Promise<OpenStream> {
  const stream = await openStream(`${checkout.pageUrl}/events`);
  streams.push(stream);
  return stream;
}

describe('the event stream of a page', () => {
  it('sends the current state, and each later state once', async () => {
    const stream = await openEventStream();
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('cache-control')).toBe('no-store, no-transform');
    await until(
      () => stream.states,
      (states) => states.length === 1,
    );
    checkout.payment.setCodeStage({ stage: 'paid' });
    await until(
      () => stream.states,
      (states) => states.length === 2,
    );
    expect(stream.states).toEqual(['waiting', 'paid']);
  });

  it('continues after the database was unreachable', async () => {
    const stream = await openEventStream();
    await until(
      () => stream.states,
      (states) => states.length === 1,
    );
    checkout.payment.failure = new Error('the database cannot be reached');
    expect((await fetch(`${checkout.pageUrl}/status`)).status).toBe(503);
    checkout.payment.failure = null;
    checkout.payment.setCodeStage({ stage: 'confirmed' });
    await until(
      () => stream.states,
      (states) => states.includes('confirmed'),
    );
  });

  it('is rejected with 429 above the limit per payment, until another stream is closed', async () => {
    const open = await Promise.all(times(MAX_STREAMS_PER_PAYMENT, openEventStream));
    expect(open.map(({ status }) => status)).toEqual(times(MAX_STREAMS_PER_PAYMENT, () => 200));
    const rejected = await openEventStream();
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '10']);
    open[0]?.closeStream();
    await until(openEventStream, ({ status }) => status === 200);
  });

  it('does not count when the browser closed it before the response', async () => {
    const { payment } = checkout;
    const states = payment.states.bind(payment);
    let queries = 0;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const blockedQuery = (ids: string[]) => {
      queries += 1;
      return released.then(() => states(ids));
    };
    payment.states = blockedQuery as unknown as typeof states;
    const stop = new AbortController();
    const aborted = times(MAX_STREAMS_PER_PAYMENT, () => fetch(`${checkout.pageUrl}/events`, { signal: stop.signal }).catch(() => null));
    await until(
      () => queries,
      (count) => count > 0,
    );
    expect((await fetch(checkout.pageUrl)).status).toBe(200); // by then all stream requests have arrived
    stop.abort();
    await Promise.all(aborted);
    expect((await fetch(checkout.pageUrl)).status).toBe(200); // by then the server has noticed that they are closed
    payment.states = states;
    release();
    await Promise.all(times(MAX_STREAMS_PER_PAYMENT, async () => expect((await openEventStream()).status).toBe(200)));
  });

  it('is closed when the process ends', async () => {
    const stream = await openEventStream();
    await checkout.close();
    await stream.ended;
    checkout = await startCheckout();
  });
});

describe('a polling page', () => {
  it('gets a 404 for an unknown payment, as a stream does', async () => {
    const other = checkout.pageUrl.replace(/.$/, '8');
    for (const path of ['status', 'events']) expect((await fetch(`${other}/${path}`)).status).toBe(404);
  });

  it('gets 429 when it polls too often, while the payment’s page still opens', async () => {
    const responses = await Promise.all(times(60, () => fetch(`${checkout.pageUrl}/status`)));
    const rejected = responses.filter(({ status }) => status === 429);
    expect(rejected).toHaveLength(30); // 30 polls in 15 seconds are allowed
    expect(Number(rejected[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(checkout.pageUrl)).status).toBe(200);
  });
});
