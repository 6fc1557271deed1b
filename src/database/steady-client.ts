import { Client, type ClientConfig } from 'pg';

/**
 * A connection that may break at any moment without ending the process. Whoever takes a connection from a pool listens for
 * its errors only from the next microtask on; a server that says in one breath "ready" and "shutting down" is faster. The
 * error itself needs no listener: the next statement fails with it, and the pool drops the connection.
 */
export class SteadyClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
