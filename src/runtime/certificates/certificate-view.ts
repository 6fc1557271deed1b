import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';

/** The TLS certificate that a server presented. */
export interface CertificateView {
  /** Address and port of the server. */
  host: string;
  endsAt: Date;
}

/**
 * @returns the certificate that the server of a new connection presented. Null when the connection is not encrypted or the certificate has
 * no valid end.
 */
export function certificateView(socket: Duplex): CertificateView | null {
  if (!(socket instanceof TLSSocket)) return null;
  const endsAt = new Date(socket.getPeerCertificate().valid_to);
  if (Number.isNaN(endsAt.getTime())) return null;
  return { host: `${socket.remoteAddress}:${socket.remotePort}`, endsAt };
}
