import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SandboxAddress } from '../../../src/connectors/sandbox-address.js';
import type { World } from '../../support/world.js';
import { untilStopped } from '../../support/left-running.js';

/** `there`: the operator has not seen it yet; `back`: it has, and its answer has not arrived. */
type Direction = 'there' | 'back';

interface Message {
  method: string;
  path: string;
  direction: Direction;
}

/** A message that waits on the line. */
export interface HeldMessage extends Message {
  /** It arrives, and so does its answer. */
  go(): void;
  /** It arrives, but the gateway's connection is cut: no answer reaches it. */
  goUnanswered(): void;
  /** It never arrives. */
  lose(): void;
}

/** The line between the gateway and the simulated operators, on which anything can be delayed for as long as a test likes. */
export class OperatorConnection {
  readonly held: HeldMessage[] = [];
  /** What has to wait. */
  holds: (message: Message) => boolean = () => false;

  private constructor(
    private readonly server: Server,
    private readonly operators: string,
  ) {}

  /** From now on the gateway reaches its operators over this line. */
  static async into(world: World): Promise<OperatorConnection> {
    const server = createServer((request, response) => void line.pass(request, response));
    const line: OperatorConnection = new OperatorConnection(server, world.sandbox.url);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    world.get(SandboxAddress).set(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return line;
  }

  /** Removes the held messages from the line, so that the next ones are new. */
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

/** The signature is over the path and the body, which stay as they are. */
function forwarded(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => name.startsWith('x-connector-') || name === 'content-type');
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
