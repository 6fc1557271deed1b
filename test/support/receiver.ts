import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registerRunning } from './left-running.js';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The body as received, decoded as UTF-8. */
  body: string;
  /** Sends the response of a held request. */
  release: () => void;
}

/**
 * The response to a request. `hold`: the receiver responds only after `release`.
 * `reset`: the receiver closes the connection without a response.
 * `endless`: the receiver sends `body` and does not end the response.
 */
export interface ReceiverResponse {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  hold?: boolean;
  reset?: boolean;
  endless?: boolean;
}

export const OK: ReceiverResponse = { status: 200, body: 'OK' };

type ScriptedResponse = ReceiverResponse | ((request: ReceivedRequest) => ReceiverResponse);

/** The endpoint of a partner on loopback. It records requests and sends the responses that the test has set. */
export class Receiver {
  readonly requests: ReceivedRequest[] = [];
  /** The number of requests in progress, and the highest number so far. */
  requestsInProgress = 0;
  maxRequestsInProgress = 0;
  private script: ScriptedResponse[] = [OK];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<Receiver> {
    // 0: never close idle connections. A notification that is sent while the receiver closes its connection would fail.
    const server = createServer({ keepAliveTimeout: 0 }, (request, response) => void receiver.receive(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const receiver: Receiver = new Receiver(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return receiver;
  }

  /** Sets the responses of the next requests in order. The last response is repeated. */
  setResponses(...script: ScriptedResponse[]): this {
    this.script = script;
    return this;
  }

  /** Responds to all held requests. */
  releaseAll(): void {
    for (const request of this.requests) request.release();
  }

  /** The parsed bodies of the requests. */
  bodies<T = Record<string, unknown>>(): T[] {
    return this.requests.map(({ body }) => JSON.parse(body) as T);
  }

  readonly close = registerRunning('a receiver', async () => {
    this.releaseAll();
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  });

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requestsInProgress += 1;
    this.maxRequestsInProgress = Math.max(this.maxRequestsInProgress, this.requestsInProgress);
    response.once('close', () => (this.requestsInProgress -= 1));
    const body = await textOf(request);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const received: ReceivedRequest = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body, release };
    this.requests.push(received);
    const next = (this.script.length > 1 ? this.script.shift() : this.script[0]) ?? OK;
    const planned = typeof next === 'function' ? next(received) : next;
    if (planned.hold) await released;
    if (planned.reset) return void request.socket.destroy();
    response.writeHead(planned.status ?? 200, { 'content-type': 'text/plain', ...planned.headers });
    if (planned.endless) response.write(planned.body ?? '');
    else response.end(planned.body ?? '');
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
