import type { Server } from 'node:http';

/**
 * Longer than proxies keep a connection that nobody uses (a minute, mostly), so that it is the proxy who closes it. The other way
 * round, a request is lost that is sent at the moment in which the server gives the connection up.
 */
const UNUSED_MS = 75_000;

export function keepUnusedConnections(server: Server): void {
  server.keepAliveTimeout = UNUSED_MS;
}

/** A server that closes ends the connections that are unused by then; those on which an answer is under way end this long after it. */
const UNUSED_WHILE_CLOSING_MS = 1_000;

export function giveUpUnusedConnections(server: Server): void {
  server.keepAliveTimeout = UNUSED_WHILE_CLOSING_MS;
}
