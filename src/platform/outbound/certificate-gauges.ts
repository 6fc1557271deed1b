import { Injectable, type OnModuleInit } from '@nestjs/common';
import { GaugeCollector } from '../../runtime/metrics/gauge-collector.js';
import { PeerCertificates } from './peer-certificates.js';

const MAX_REPORTED = 20;

/** Gauges of partners' TLS certificates that expire soon, among the certificates that this process has seen. */
@Injectable()
export class CertificateGauges implements OnModuleInit {
  constructor(
    private readonly gauges: GaugeCollector,
    private readonly certificates: PeerCertificates,
  ) {}

  onModuleInit(): void {
    this.gauges.register({
      name: 'certificates',
      help: {
        endpoint_certificate_expiry_timestamp_seconds: `When the certificate of a service's endpoint expires, in Unix time: the ${MAX_REPORTED} that expire first, of those that expire within 30 days.`,
      },
      labels: { endpoint_certificate_expiry_timestamp_seconds: ['service', 'host'] },
      read: () => ({
        endpoint_certificate_expiry_timestamp_seconds: this.certificates
          .expiringFirst(MAX_REPORTED)
          .map(({ serviceId, host, endsAt }) => ({ labels: { service: serviceId, host }, value: endsAt.getTime() / 1000 })),
      }),
    });
  }
}
