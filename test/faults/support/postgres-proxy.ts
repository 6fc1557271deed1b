import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { READY_AND_SHUTDOWN } from '../../support/postgres-greetings.js';
import { registerRunning } from '../../support/left-running.js';

interface ProxiedConnection {
  client: Socket;
  server: Socket;
  /** The first message of a client: user, database and application name. */
  startup: string;
}

/** A proxy between gateways and their database that fails like a network or a dying server. */
export class PostgresProxy {
  /** Counts the connections that `rejectConnections` has ended as soon as they were accepted. */
  rejectedConnections = 0;
  private readonly connections = new Set<ProxiedConnection>();
  private rejectedApplication: string | undefined;
  private silencedStatement: string | undefined;

  private constructor(
    private readonly listener: Server,
    private readonly target: URL,
  ) {
    listener.on('connection', (client) => this.receive(client));
  }

  /** @param url of the database behind the proxy. */
  static async start(url: string): Promise<PostgresProxy> {
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    return new PostgresProxy(listener, new URL(url));
  }

  /** The URL of the database through the proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${(this.listener.address() as AddressInfo).port}`;
    return url.href;
  }

  /** Ends the connections of this application name, and later ones as soon as they are accepted. */
  rejectConnections(applicationName: string): void {
    this.rejectedApplication = applicationName;
    for (const { client, server, startup } of this.connections) {
      if (startup.includes(applicationName)) for (const socket of [client, server]) socket.destroy();
    }
  }

  /** A connection that sends this statement gets no more responses, while the server still receives everything. */
  loseResponsesTo(statement: string): void {
    this.silencedStatement = statement;
  }

  passEverything(): void {
    this.rejectedApplication = this.silencedStatement = undefined;
  }

  readonly stop = registerRunning('a proxy of PostgreSQL', async () => {
    for (const { client, server } of this.connections) for (const socket of [client, server]) socket.destroy();
    await new Promise((resolve) => this.listener.close(resolve));
  });

  private receive(client: Socket): void {
    client.on('error', () => undefined);
    client.once('data', (first) => {
      const startup = first.toString('latin1');
      if (this.rejectedApplication !== undefined && startup.includes(this.rejectedApplication)) {
        this.rejectedConnections += 1;
        client.end(READY_AND_SHUTDOWN);
      } else this.pass(client, first, startup);
    });
  }

  private pass(client: Socket, first: Buffer, startup: string): void {
    const server = connect(Number(this.target.port), this.target.hostname);
    const connection = { client, server, startup };
    this.connections.add(connection);
    server.on('error', () => undefined).on('close', () => client.destroy());
    client.on('close', () => this.connections.delete(connection)).on('close', () => server.end());
    let isSilenced = false;
    server.on('data', (response) => void (isSilenced || client.write(response)));
    client.on('data', (request) => {
      isSilenced ||= this.silencedStatement !== undefined && request.includes(this.silencedStatement);
      server.write(request);
    });
    server.write(first);
  }
}
