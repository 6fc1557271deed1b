import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Longer than proxies keep an idle connection (a minute, mostly), so that the proxy closes it. If the server did, a request that is sent at that
 * moment would be lost.
 */
const UNUSED_MS = 75_000;

/** Connections without any request so far, as browsers open them in advance: a server's `close()` waits for them. */
const untouched = new WeakMap<Server, Set<Socket>>();

export function keepIdleConnections(server: Server): void {
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
 * A closing server ends its idle connections. Those with an answer under way end this long after the answer, and those without any request this
 * long after `close()`.
 */
const UNUSED_WHILE_CLOSING_MS = 1_000;

export function closeUnusedConnections(server: Server): void {
  server.keepAliveTimeout = UNUSED_WHILE_CLOSING_MS;
  const sockets = untouched.get(server) ?? new Set<Socket>();
  const giveUp = (socket: Socket): void => {
    setTimeout(() => sockets.has(socket) && socket.destroy(), UNUSED_WHILE_CLOSING_MS).unref();
  };
  sockets.forEach(giveUp);
  server.on('connection', giveUp);
}
