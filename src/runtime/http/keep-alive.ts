import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Longer than proxies keep an idle connection (a minute, mostly), so that it is the proxy who closes it. The other way
 * round, a request is lost that is sent at the moment in which the server gives the connection up.
 */
const UNUSED_MS = 75_000;

/** Of each server the connections on which nothing was asked yet, as browsers open them in advance: `close()` waits for those. */
const untouched = new WeakMap<Server, Set<Socket>>();

export function keepUnusedConnections(server: Server): void {
  server.keepAliveTimeout = UNUSED_MS;
  const sockets = new Set<Socket>();
  untouched.set(server, sockets);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', ({ socket }) => sockets.delete(socket));
}

/**
 * A server that closes ends the connections that are unused by then; those on which an answer is under way, or nothing was asked yet, end
 * this long after it.
 */
const UNUSED_WHILE_CLOSING_MS = 1_000;

export function giveUpUnusedConnections(server: Server): void {
  server.keepAliveTimeout = UNUSED_WHILE_CLOSING_MS;
  const sockets = untouched.get(server) ?? new Set<Socket>();
  const giveUp = (socket: Socket): void => {
    setTimeout(() => sockets.has(socket) && socket.destroy(), UNUSED_WHILE_CLOSING_MS).unref();
  };
  sockets.forEach(giveUp);
  server.on('connection', giveUp);
}
