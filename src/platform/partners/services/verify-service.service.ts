import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ServiceStatus } from './service-status.js';
import { UpdateService } from './update-service.js';
import { WAITING_STATUSES } from './waiting-services.query.js';

/** Staff verify or refuse a service that waits for it. */
@Injectable()
export class VerifyServiceService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changing: UpdateService,
  ) {}

  /** Of two people who decide at once, the first one does. @returns false when the service does not wait any more, or is not there. */
  decide(serviceId: string, decision: 'verify' | 'refuse'): Promise<boolean> {
    return this.dataSource.transaction(async (tx) => {
      const [row] = await tx.query<{ status: ServiceStatus }[]>('SELECT status FROM service WHERE id = $1 FOR NO KEY UPDATE', [serviceId]);
      if (!row || !WAITING_STATUSES.includes(row.status)) return false;
      await this.changing.run(tx, serviceId, { status: decision === 'verify' ? 'service_active' : 'service_rejected' });
      return true;
    });
  }
}
