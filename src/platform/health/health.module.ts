import { Module } from '@nestjs/common';
import { DatabaseProbe } from './database-probe.js';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';

@Module({ controllers: [HealthController], providers: [DatabaseProbe, Readiness], exports: [Readiness] })
export class HealthModule {}
