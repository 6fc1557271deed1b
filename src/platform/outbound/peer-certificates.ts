import { TLSSocket } from 'node:tls';
import { Injectable } from '@nestjs/common';
import type { buildConnector } from 'undici';
import { SystemClock } from '../../common/time/clocks.js';

/** A certificate that expires soon, at the address of a service. */
export interface ExpiringCertificate {
  serviceId: string;
  /** With its port where that is not 443. */
  host: string;
  endsAt: Date;
}

/** Certificates that expire later are not kept: they need no action yet. */
const SOON_MS = 30 * 24 * 3_600_000;

/**
 * Expiry of the certificates at partners' addresses, for those that expire soon. Each process keeps in memory what its own connections have
 * shown.
 */
@Injectable()
export class PeerCertificates {
  private readonly ends = new Map<string, Date>();
  private readonly hosts = new Map<string, string>();

  constructor(private readonly clock: SystemClock) {}

  /** Wraps a connector so that it notes the other side's certificate. */
  noting(connect: buildConnector.connector): buildConnector.connector {
    return (options, done) =>
      connect(options, (...result) => {
        const [, socket] = result;
        if (socket instanceof TLSSocket) this.shown(options.host ?? options.hostname, socket.getPeerCertificate().valid_to);
        done(...result);
      });
  }

  /** Call when a service's address has responded. */
  used(serviceId: string, url: string): void {
    if (this.ends.size === 0 && this.hosts.size === 0) return;
    const { host } = new URL(url);
    if (this.ends.has(host)) this.hosts.set(serviceId, host);
    else this.hosts.delete(serviceId);
  }

  /** Those that expire first. */
  soonest(most: number): ExpiringCertificate[] {
    const ending: ExpiringCertificate[] = [];
    for (const [serviceId, host] of this.hosts) {
      const endsAt = this.ends.get(host);
      if (endsAt) ending.push({ serviceId, host, endsAt });
      else this.hosts.delete(serviceId);
    }
    return ending.sort((a, b) => a.endsAt.getTime() - b.endsAt.getTime()).slice(0, most);
  }

  /** A resumed TLS session may show no certificate; then the earlier one stands. */
  private shown(host: string, validTo: string | undefined): void {
    const endsAt = new Date(validTo ?? NaN);
    if (Number.isNaN(endsAt.getTime())) return;
    if (endsAt.getTime() - this.clock.now().getTime() < SOON_MS) this.ends.set(host, endsAt);
    else this.ends.delete(host);
  }
}
