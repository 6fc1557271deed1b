import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { READY_AND_GOODBYE } from '../../support/postgres-greetings.js';
import { untilStopped } from '../../support/left-running.js';

interface Passing {
  client: Socket;
  server: Socket;
  /** The first message of a client: user, database and application name. */
  startup: string;
}

/** A proxy between gateways and their database that fails like a network or a dying server. */
export class PostgresProxy {
  /** The number of rejected connections. */
  turnedAway = 0;
  private readonly passing = new Set<Passing>();
  private unwanted: string | undefined;
  private fatal: string | undefined;

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
  turnAway(applicationName: string): void {
    this.unwanted = applicationName;
    for (const { client, server, startup } of this.passing) {
      if (startup.includes(applicationName)) for (const socket of [client, server]) socket.destroy();
    }
  }

  /** A connection that sends this text gets no more responses, while the server still receives everything. */
  loseAnswersTo(statement: string): void {
    this.fatal = statement;
  }

  behave(): void {
    this.unwanted = this.fatal = undefined;
  }

  readonly stop = untilStopped('a proxy of PostgreSQL', async () => {
    for (const { client, server } of this.passing) for (const socket of [client, server]) socket.destroy();
    await new Promise((resolve) => this.listener.close(resolve));
  });

  private receive(client: Socket): void {
    client.on('error', () => undefined);
    client.once('data', (first) => {
      const startup = first.toString('latin1');
      if (this.unwanted !== undefined && startup.includes(this.unwanted)) {
        this.turnedAway += 1;
        client.end(READY_AND_GOODBYE);
      } else this.pass(client, first, startup);
    });
  }

  private pass(client: Socket, first: Buffer, startup: string): void {
    const server = connect(Number(this.target.port), this.target.hostname);
    const passing = { client, server, startup };
    this.passing.add(passing);
    server.on('error', () => undefined).on('close', () => client.destroy());
    client.on('close', () => this.passing.delete(passing)).on('close', () => server.end());
    let deaf = false;
    server.on('data', (answer) => void (deaf || client.write(answer)));
    client.on('data', (question) => {
      deaf ||= this.fatal !== undefined && question.includes(this.fatal);
      server.write(question);
    });
    server.write(first);
  }
}
