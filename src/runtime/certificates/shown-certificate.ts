import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';

/** What a server has shown. */
export interface ShownCertificate {
  /** The address that was called, with its port. */
  host: string;
  endsAt: Date;
}

/** @returns what the other side of a new connection has shown; null when it is not encrypted. */
export function shownCertificate(socket: Duplex): ShownCertificate | null {
  if (!(socket instanceof TLSSocket)) return null;
  const endsAt = new Date(socket.getPeerCertificate().valid_to);
  if (Number.isNaN(endsAt.getTime())) return null;
  return { host: `${socket.remoteAddress}:${socket.remotePort}`, endsAt };
}
