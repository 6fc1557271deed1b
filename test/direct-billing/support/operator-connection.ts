import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SandboxAddress } from '../../../src/connectors/sandbox-address.js';
import type { World } from '../../support/world.js';
import { untilStopped } from '../../support/left-running.js';

/** `there`: a request on its way to the operator. `back`: the operator's response on its way to the gateway. */
type Direction = 'there' | 'back';

interface Message {
  method: string;
  path: string;
  direction: Direction;
}

/** A message that the connection delays. */
export interface HeldMessage extends Message {
  /** Lets the message arrive, and its response. */
  go(): void;
  /** Lets the message arrive, but cuts the gateway's connection, so that no response reaches the gateway. */
  goUnanswered(): void;
  /** Drops the message and cuts the gateway's connection. */
  lose(): void;
}

/** A proxy between the gateway and the simulated operators that can delay or drop each message. */
export class OperatorConnection {
  readonly held: HeldMessage[] = [];
  /** Selects the messages to delay. */
  holds: (message: Message) => boolean = () => false;

  private constructor(
    private readonly server: Server,
    private readonly operators: string,
  ) {}

  /** Starts the proxy. From then on the gateway calls the operators through it. */
  static async into(world: World): Promise<OperatorConnection> {
    const server = createServer((request, response) => void line.pass(request, response));
    const line: OperatorConnection = new OperatorConnection(server, world.sandbox.url);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    world.get(SandboxAddress).set(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return line;
  }

  /** Returns the held messages and removes them from `held`, so that it then has only new ones. */
  take(): HeldMessage[] {
    return this.held.splice(0);
  }

  readonly close = untilStopped('a line to the operators', async () => {
    this.holds = () => false;
    for (const message of this.take()) message.go();
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  });

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = request;
    const body = await bytesOf(request);
    const cut = (): void => void request.socket.destroy();
    if (!(await this.arrives({ method, path, direction: 'there' }, cut))) return;
    const answer = await fetch(`${this.operators}${path}`, {
      method,
      headers: forwarded(request.headers),
      ...(body.length > 0 && { body }),
    }).catch(() => null);
    if (!answer) return cut();
    const text = await answer.text();
    if (!(await this.arrives({ method, path, direction: 'back' }, cut))) return;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  }

  private async arrives(message: Message, cut: () => void): Promise<boolean> {
    if (!this.holds(message)) return true;
    return new Promise((end) => {
      const [go, lose] = [() => end(true), () => end(false)];
      this.held.push({ ...message, go, goUnanswered: () => (cut(), go()), lose: () => (cut(), lose()) });
    });
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Headers that are forwarded. The signature stays valid, because path and body do not change. */
function forwarded(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => name.startsWith('x-connector-') || name === 'content-type');
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
