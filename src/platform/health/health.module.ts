import { Module } from '@nestjs/common';
import { DatabaseProbe } from './database-probe.js';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';
import { ServerCertificates } from './server-certificates.js';

@Module({ controllers: [HealthController], providers: [DatabaseProbe, Readiness, ServerCertificates], exports: [Readiness] })
export class HealthModule {}
