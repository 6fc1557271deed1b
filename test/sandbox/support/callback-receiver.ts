import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registerRunning } from '../../support/left-running.js';

interface ReceivedCallback {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A fake of the gateway's public routes for callbacks. */
export interface CallbackReceiver {
  url: string;
  received: ReceivedCallback[];
  /** HTTP statuses of the next responses, in order. Later responses have the status 200. */
  nextStatuses: number[];
  close(): Promise<void>;
}

export async function startCallbackReceiver(): Promise<CallbackReceiver> {
  const received: ReceivedCallback[] = [];
  const nextStatuses: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(nextStatuses.shift() ?? 200).end();
    });
  });
  server.keepAliveTimeout = 0; // only the sandbox closes connections, so that no connection is closed while it is reused
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    nextStatuses,
    close: registerRunning('a receiver of callbacks', async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    }),
  };
}
