import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { Service } from './service.entity.js';

export type ServiceChanges = Partial<Pick<Service, 'name' | 'status' | 'notifyUrl' | 'amountRendering' | 'retryScheduleSeconds'>>;

@Injectable()
export class UpdateService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  /** @returns false when there is no such service. */
  async run(serviceId: string, changes: ServiceChanges): Promise<boolean> {
    const result = await this.dataSource.manager.update(Service, { id: serviceId }, { ...changes, updatedAt: this.clock.now() });
    return (result.affected ?? 0) > 0;
  }
}
