// Requests at a steady rate. The time of a request counts from the moment when it is due, so waiting for a stalled server is included. A
// generator that sends a second's requests at once would measure its own burst.
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

/** @param headersOf returns the headers of each request. @returns the 99th percentile of the response times in milliseconds. */
export async function p99AtRate({ url, method, headersOf, body, connections, perSecond, seconds }) {
  const { origin, pathname, search } = new URL(url);
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const [total, times, sent] = [Math.floor(perSecond * seconds), [], []];
  const send = async (due) => {
    const response = await pool.request({ path: pathname + search, method, headers: headersOf(), body });
    await response.body.dump();
    if (response.statusCode >= 300) throw new Error(`${method} ${pathname} responded ${response.statusCode}`);
    times.push(performance.now() - due);
  };
  const start = performance.now();
  while (sent.length < total) {
    const due = start + (sent.length * 1000) / perSecond;
    if (due <= performance.now()) sent.push(send(due));
    else await sleep(1);
  }
  await Promise.all(sent);
  await pool.close();
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)];
}
