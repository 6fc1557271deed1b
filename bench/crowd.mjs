// Many clients, each of which repeats its request as soon as Retry-After allows. They run in a separate thread, so that they do not delay
// the client whose response times are measured.
import { parentPort, workerData } from 'node:worker_threads';

const { url, headers, body, clients } = workerData;
const [statusCounts, end] = [{}, new AbortController()];
const client = async () => {
  while (!end.signal.aborted) {
    const response = await fetch(url, { method: 'POST', headers, body });
    await response.arrayBuffer();
    statusCounts[response.status] = (statusCounts[response.status] ?? 0) + 1;
    const pause = Number(response.headers.get('retry-after') ?? 0) * 1000;
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
  }
};
const all = Promise.all(Array.from({ length: clients }, client));
parentPort.once('message', async () => {
  end.abort();
  await all;
  parentPort.postMessage(statusCounts);
});
