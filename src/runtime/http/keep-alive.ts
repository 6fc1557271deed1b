import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Connections without a request so far. Browsers open such connections in advance, and a server's `close()` waits for them. */
const unusedConnections = new WeakMap<Server, Set<Socket>>();

/**
 * @param idleMs longer than the proxy keeps an idle connection, so that the proxy closes it. If the server closed it first, a request that is
 * sent at that moment would be lost.
 */
export function keepIdleConnections(server: Server, idleMs: number): void {
  server.keepAliveTimeout = idleMs;
  const sockets = new Set<Socket>();
  unusedConnections.set(server, sockets);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', ({ socket }) => sockets.delete(socket));
}

/**
 * A closing server ends its idle connections immediately. Connections with a response in progress end after this time since the response.
 * Connections without a request end after this time since `close()`.
 */
const MAX_IDLE_WHILE_CLOSING_MS = 1_000;

export function closeUnusedConnections(server: Server): void {
  server.keepAliveTimeout = MAX_IDLE_WHILE_CLOSING_MS;
  const sockets = unusedConnections.get(server) ?? new Set<Socket>();
  const closeIfUnused = (socket: Socket): void => {
    setTimeout(() => sockets.has(socket) && socket.destroy(), MAX_IDLE_WHILE_CLOSING_MS).unref();
  };
  sockets.forEach(closeIfUnused);
  server.on('connection', closeIfUnused);
}
