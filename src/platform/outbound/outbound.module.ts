import { Module } from '@nestjs/common';
import { CertificateGauges } from './certificate-gauges.js';
import { OutboundClient } from './outbound-client.js';
import { PeerCertificates } from './peer-certificates.js';

@Module({ providers: [CertificateGauges, OutboundClient, PeerCertificates], exports: [OutboundClient] })
export class OutboundModule {}
