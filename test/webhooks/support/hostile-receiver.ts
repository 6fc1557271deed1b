import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { registerRunning } from '../../support/left-running.js';

/** What a receiver does with a connection after a request has arrived. It writes bytes, not HTTP. */
export type Behaviour = (socket: Socket) => void;

export const respondWith = (bytes: string | Buffer): Behaviour => {
  return (socket) => void socket.end(bytes);
};

/** Writes the beginning, and then the same piece repeatedly, as fast as the client reads it, until the connection closes. */
export const floodAfter = (beginning: string, piece: string): Behaviour => {
  const block = piece.repeat(Math.ceil(16_384 / piece.length));
  return (socket) => {
    const writeBlocks = (): void => {
      while (!socket.destroyed && socket.write(block));
    };
    socket.on('drain', writeBlocks);
    socket.write(beginning);
    writeBlocks();
  };
};

/** Writes the beginning, and then one piece every 5 ms until the connection closes. */
export const dripAfter = (beginning: string, piece: string): Behaviour => {
  return (socket) => {
    socket.write(beginning);
    const timer = setInterval(() => socket.write(piece), 5);
    socket.once('close', () => clearInterval(timer));
  };
};

export const OK_RESPONSE = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nOK';

/** A receiver on loopback with a list of behaviours, one per request. The last behaviour repeats. */
export class HostileReceiver {
  readonly open = new Set<Socket>();
  /** Connections with a request. The client may keep other connections open for a few seconds. */
  readonly busy = new Set<Socket>();
  requests = 0;
  private writtenBefore = 0;
  private behaviours: Behaviour[] = [respondWith(OK_RESPONSE)];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<HostileReceiver> {
    const server = createServer({ allowHalfOpen: false });
    const receiver = new HostileReceiver(server);
    server.on('connection', (socket) => receiver.accept(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Bytes sent on all connections, including closed ones. */
  get bytesSent(): number {
    return [...this.open].reduce((sum, { bytesWritten }) => sum + bytesWritten, this.writtenBefore);
  }

  setBehaviours(...behaviours: Behaviour[]): this {
    this.behaviours = behaviours;
    return this;
  }

  readonly close = registerRunning('a hostile receiver', async () => {
    for (const socket of this.open) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  });

  private accept(socket: Socket): void {
    this.open.add(socket);
    socket
      .on('error', () => undefined)
      .once('close', () => {
        this.open.delete(socket);
        this.writtenBefore += socket.bytesWritten;
        this.busy.delete(socket);
      });
    socket.on('data', () => {
      if (this.busy.has(socket)) return;
      this.busy.add(socket);
      this.requests += 1;
      const behaviour = this.behaviours.length > 1 ? this.behaviours.shift() : this.behaviours[0];
      behaviour?.(socket);
    });
  }
}
