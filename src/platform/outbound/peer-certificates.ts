import { TLSSocket } from 'node:tls';
import { Injectable } from '@nestjs/common';
import type { buildConnector } from 'undici';
import { SystemClock } from '../../common/time/clocks.js';

/** A certificate that ends soon, at the address of a service. */
export interface EndingCertificate {
  serviceId: string;
  /** With its port where that is not 443. */
  host: string;
  endsAt: Date;
}

/** Certificates that end later are forgotten: they need no action yet. */
const SOON_MS = 30 * 24 * 3_600_000;

/**
 * Until when the certificates of partners' addresses are good, as far as this process has connected to them and they end soon. In memory:
 * every process that calls an address learns it with the next connection.
 */
@Injectable()
export class PeerCertificates {
  private readonly ends = new Map<string, Date>();
  private readonly hosts = new Map<string, string>();

  constructor(private readonly clock: SystemClock) {}

  /** Connects as before, and remembers what the other side has shown. */
  noting(connect: buildConnector.connector): buildConnector.connector {
    return (options, done) =>
      connect(options, (...result) => {
        const [, socket] = result;
        if (socket instanceof TLSSocket) this.shown(options.host ?? options.hostname, socket.getPeerCertificate().valid_to);
        done(...result);
      });
  }

  /** A response came from there. */
  used(serviceId: string, url: string): void {
    if (this.ends.size === 0 && this.hosts.size === 0) return;
    const { host } = new URL(url);
    if (this.ends.has(host)) this.hosts.set(serviceId, host);
    else this.hosts.delete(serviceId);
  }

  /** Those that end first. */
  soonest(most: number): EndingCertificate[] {
    const ending: EndingCertificate[] = [];
    for (const [serviceId, host] of this.hosts) {
      const endsAt = this.ends.get(host);
      if (endsAt) ending.push({ serviceId, host, endsAt });
      else this.hosts.delete(serviceId);
    }
    return ending.sort((a, b) => a.endsAt.getTime() - b.endsAt.getTime()).slice(0, most);
  }

  /** A session that was resumed may show nothing; what was seen before stands. */
  private shown(host: string, validTo: string | undefined): void {
    const endsAt = new Date(validTo ?? NaN);
    if (Number.isNaN(endsAt.getTime())) return;
    if (endsAt.getTime() - this.clock.now().getTime() < SOON_MS) this.ends.set(host, endsAt);
    else this.ends.delete(host);
  }
}
