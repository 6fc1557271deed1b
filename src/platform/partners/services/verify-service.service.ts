import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type ServiceStatus, WAITING_STATUSES } from './service-status.js';
import { UpdateService } from './update-service.js';

/** Lets staff verify or reject a service that waits for verification. */
@Injectable()
export class VerifyServiceService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly updateService: UpdateService,
  ) {}

  /**
   * Of two concurrent decisions, the first one counts. @returns false when the service does not exist or does not wait for verification.
   */
  decide(serviceId: string, decision: 'verify' | 'refuse'): Promise<boolean> {
    return this.dataSource.transaction(async (tx) => {
      const [row] = await tx.query<{ status: ServiceStatus }[]>('SELECT status FROM service WHERE id = $1 FOR NO KEY UPDATE', [serviceId]);
      if (!row || !WAITING_STATUSES.includes(row.status)) return false;
      await this.updateService.run(tx, serviceId, { status: decision === 'verify' ? 'service_active' : 'service_rejected' });
      return true;
    });
  }
}
