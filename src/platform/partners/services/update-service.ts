import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { Service } from './service.entity.js';
import { audited } from '../../audit/audited.js';

export type ServiceChanges = Partial<
  Pick<Service, 'name' | 'status' | 'notifyUrl' | 'amountRendering' | 'serviceIdName' | 'notifyUserAgent' | 'retryScheduleSeconds'>
>;

/** Changes the part of a service that all products share. */
@Injectable()
export class UpdateService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  /** Runs in its own transaction, for callers that change nothing else. */
  runInTransaction(serviceId: string, changes: ServiceChanges): Promise<void> {
    return this.dataSource.transaction((tx) => this.run(tx, serviceId, changes));
  }

  /**
   * Locks the service's row, so that changes of one service exclude each other. This includes changes of a product's details of the
   * service.
   */
  async run(tx: EntityManager, serviceId: string, changes: ServiceChanges): Promise<void> {
    const rows = { table: 'service', subjectColumn: 'id' };
    await audited(tx, { action: 'service.set', subject: 'service', id: serviceId, rows }, () =>
      tx.update(Service, { id: serviceId }, { ...changes, updatedAt: this.clock.now() }),
    );
  }
}
