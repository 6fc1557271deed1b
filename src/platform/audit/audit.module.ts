import { Module } from '@nestjs/common';
import { AuditQueries } from './audit.queries.js';
import { SealAuditService } from './seal-audit.service.js';

/** The audit log: author, time, interface, change and reason. Services record changes with `audited`. */
@Module({ providers: [AuditQueries, SealAuditService], exports: [AuditQueries, SealAuditService] })
export class AuditModule {}
