import { Module } from '@nestjs/common';
import { CertificateFigures } from './certificate-figures.js';
import { OutboundClient } from './outbound-client.js';
import { PeerCertificates } from './peer-certificates.js';

@Module({ providers: [CertificateFigures, OutboundClient, PeerCertificates], exports: [OutboundClient] })
export class OutboundModule {}
