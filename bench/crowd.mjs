// Many clients, each of which repeats its request as soon as it may. They have a thread of their own, so that what sends hundreds of requests at once
// does not hold up what measures others.
import { parentPort, workerData } from 'node:worker_threads';

const { url, headers, body, clients } = workerData;
const [told, end] = [{}, new AbortController()];
const client = async () => {
  while (!end.signal.aborted) {
    const answer = await fetch(url, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    told[answer.status] = (told[answer.status] ?? 0) + 1;
    const pause = Number(answer.headers.get('retry-after') ?? 0) * 1000;
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
  }
};
const all = Promise.all(Array.from({ length: clients }, client));
parentPort.once('message', async () => {
  end.abort();
  await all;
  parentPort.postMessage(told);
});
