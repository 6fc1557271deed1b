import { Module } from '@nestjs/common';
import { AuditQueries } from './audit.queries.js';
import { SealAuditService } from './seal-audit.service.js';

/** Who changed what, when, through what and why. Services record it with `audited`. */
@Module({ providers: [AuditQueries, SealAuditService], exports: [AuditQueries, SealAuditService] })
export class AuditModule {}
