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
  streams.forEach((stream) => stream.leave());
  streams = [];
  await checkout.close();
});

async function follow(): Promise<OpenStream> {
  const stream = await openStream(`${checkout.pageUrl}/events`);
  streams.push(stream);
  return stream;
}

describe('the event stream of a page', () => {
  it('sends the present state, and each later one once', async () => {
    const stream = await follow();
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
    const stream = await follow();
    await until(
      () => stream.states,
      (states) => states.length === 1,
    );
    checkout.payment.failure = new Error('away');
    expect((await fetch(`${checkout.pageUrl}/status`)).status).toBe(503);
    checkout.payment.failure = null;
    checkout.payment.setCodeStage({ stage: 'confirmed' });
    await until(
      () => stream.states,
      (states) => states.includes('confirmed'),
    );
  });

  it('is one of a few: the others are sent away, and poll', async () => {
    const open = await Promise.all(times(MAX_STREAMS_PER_PAYMENT, follow));
    expect(open.map(({ status }) => status)).toEqual(times(MAX_STREAMS_PER_PAYMENT, () => 200));
    const more = await follow();
    expect([more.status, more.headers.get('retry-after')]).toEqual([429, '10']);
    open[0]?.leave();
    await until(follow, ({ status }) => status === 200);
  });

  it('does not count when the browser closed it before the response', async () => {
    const { payment } = checkout;
    const states = payment.states.bind(payment);
    let queries = 0;
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const held = (ids: string[]) => {
      queries += 1;
      return answered.then(() => states(ids));
    };
    payment.states = held as unknown as typeof states;
    const stop = new AbortController();
    const left = times(MAX_STREAMS_PER_PAYMENT, () => fetch(`${checkout.pageUrl}/events`, { signal: stop.signal }).catch(() => null));
    await until(
      () => queries,
      (count) => count > 0,
    );
    expect((await fetch(checkout.pageUrl)).status).toBe(200); // by then all stream requests have arrived
    stop.abort();
    await Promise.all(left);
    expect((await fetch(checkout.pageUrl)).status).toBe(200); // by then the server has noticed that they are closed
    payment.states = states;
    answer();
    await Promise.all(times(MAX_STREAMS_PER_PAYMENT, async () => expect((await follow()).status).toBe(200)));
  });

  it('is closed when the process ends', async () => {
    const stream = await follow();
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

  it('is told to slow down when it asks too often, and the payment’s page is not', async () => {
    const answers = await Promise.all(times(60, () => fetch(`${checkout.pageUrl}/status`)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(30);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(checkout.pageUrl)).status).toBe(200);
  });
});
