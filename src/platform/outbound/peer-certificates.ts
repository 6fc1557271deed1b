import { TLSSocket } from 'node:tls';
import { Injectable } from '@nestjs/common';
import type { buildConnector } from 'undici';
import { SystemClock } from '../../common/time/clocks.js';

/** A TLS certificate of a service's URL that expires soon. */
export interface ExpiringCertificate {
  serviceId: string;
  /** Host name, with the port unless the port is 443. */
  host: string;
  endsAt: Date;
}

/** Certificates that expire later are not stored, because they need no action yet. */
const SOON_MS = 30 * 24 * 3_600_000;

/**
 * Remembers certificates of partners' URLs that expire soon. Each process stores in memory the certificates that its own connections have
 * received.
 */
@Injectable()
export class PeerCertificates {
  private readonly endByHost = new Map<string, Date>();
  private readonly hostByService = new Map<string, string>();

  constructor(private readonly clock: SystemClock) {}

  /** Wraps a connector so that it remembers the receiver's certificate. */
  wrapConnector(connect: buildConnector.connector): buildConnector.connector {
    return (options, done) =>
      connect(options, (...result) => {
        const [, socket] = result;
        if (socket instanceof TLSSocket) this.noteCertificate(options.host ?? options.hostname, socket.getPeerCertificate().valid_to);
        done(...result);
      });
  }

  /** Links a service to the host of its URL. Call this when the URL has responded. */
  linkService(serviceId: string, url: string): void {
    if (this.endByHost.size === 0 && this.hostByService.size === 0) return; // the usual case: the URL need not be parsed
    const { host } = new URL(url);
    if (this.endByHost.has(host)) this.hostByService.set(serviceId, host);
    else this.hostByService.delete(serviceId);
  }

  /** Sorted by expiry. Expired certificates are included. */
  expiringFirst(limit: number): ExpiringCertificate[] {
    const certificates: ExpiringCertificate[] = [];
    for (const [serviceId, host] of this.hostByService) {
      const endsAt = this.endByHost.get(host);
      if (endsAt) certificates.push({ serviceId, host, endsAt });
      else this.hostByService.delete(serviceId);
    }
    return certificates.sort((a, b) => a.endsAt.getTime() - b.endsAt.getTime()).slice(0, limit);
  }

  /** A resumed TLS session may have no certificate. The certificate of the earlier connection then remains. */
  private noteCertificate(host: string, validTo: string | undefined): void {
    const endsAt = new Date(validTo ?? NaN);
    if (Number.isNaN(endsAt.getTime())) return;
    if (endsAt.getTime() - this.clock.now().getTime() < SOON_MS) this.endByHost.set(host, endsAt);
    else this.endByHost.delete(host);
  }
}
