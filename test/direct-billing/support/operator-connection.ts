import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SandboxAddress } from '../../../src/connectors/sandbox-address.js';
import type { World } from '../../support/world.js';
import { registerRunning } from '../../support/left-running.js';

/** A request is sent to the operator, its response to the gateway. */
type Direction = 'to operator' | 'to gateway';

interface Message {
  method: string;
  path: string;
  direction: Direction;
}

/** A message that the connection delays. */
export interface HeldMessage extends Message {
  /** Lets the message arrive, and its response too. */
  letArrive(): void;
  /** Lets the message arrive, but cuts the gateway's connection, so that no response reaches the gateway. */
  letArriveWithoutResponse(): void;
  /** Drops the message and cuts the gateway's connection. */
  dropMessage(): void;
}

/** A proxy between the gateway and the simulated operators that can delay or drop each message. */
export class OperatorConnection {
  readonly heldMessages: HeldMessage[] = [];
  /** Selects the messages to delay. */
  shouldHold: (message: Message) => boolean = () => false;

  private constructor(
    private readonly server: Server,
    private readonly operators: string,
  ) {}

  /** Starts the proxy. From then on the gateway calls the operators through it. */
  static async startFor(world: World): Promise<OperatorConnection> {
    const server = createServer((request, response) => void connection.pass(request, response));
    const connection: OperatorConnection = new OperatorConnection(server, world.sandbox.url);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    world.get(SandboxAddress).set(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return connection;
  }

  /** Returns the held messages and removes them from `heldMessages`, so that it then has only new ones. */
  takeHeldMessages(): HeldMessage[] {
    return this.heldMessages.splice(0);
  }

  readonly close = registerRunning('the connection to the operators', async () => {
    this.shouldHold = () => false;
    for (const message of this.takeHeldMessages()) message.letArrive();
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  });

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = request;
    const body = await bytesOf(request);
    const cutConnection = (): void => void request.socket.destroy();
    if (!(await this.arrives({ method, path, direction: 'to operator' }, cutConnection))) return;
    const operatorResponse = await fetch(`${this.operators}${path}`, {
      method,
      headers: forwardedHeaders(request.headers),
      ...(body.length > 0 && { body }),
    }).catch(() => null);
    if (!operatorResponse) return cutConnection();
    const text = await operatorResponse.text();
    if (!(await this.arrives({ method, path, direction: 'to gateway' }, cutConnection))) return;
    response.writeHead(operatorResponse.status, { 'content-type': 'application/json' }).end(text);
  }

  private async arrives(message: Message, cutConnection: () => void): Promise<boolean> {
    if (!this.shouldHold(message)) return true;
    return new Promise((resolve) => {
      const [letArrive, lose] = [() => resolve(true), () => resolve(false)];
      this.heldMessages.push({
        ...message,
        letArrive,
        letArriveWithoutResponse: () => (cutConnection(), letArrive()),
        dropMessage: () => (cutConnection(), lose()),
      });
    });
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Selects the headers to forward. The signature stays valid, because the path and the body do not change. */
function forwardedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => name.startsWith('x-connector-') || name === 'content-type');
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
