import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';
import type { AmountRendering } from './service-status.js';

export interface NotifySettings {
  /** Null means that no notifications are sent. */
  url: string | null;
  amountRendering: AmountRendering;
  /** The service's own retry schedule in seconds. Null means the default. */
  retryScheduleSeconds: number[] | null;
}

const READ = {
  name: 'service_notify_settings',
  text: 'SELECT notify_url AS url, amount_rendering AS "amountRendering", retry_schedule_seconds AS "retryScheduleSeconds" FROM service WHERE id = $1',
};

@Injectable()
export class NotifySettingsQuery {
  constructor(private readonly dataSource: DataSource) {}

  async readSettings(serviceId: string, tx?: EntityManager): Promise<NotifySettings> {
    const [row] = await runNamed<NotifySettings & object>(tx ?? this.dataSource, READ, [serviceId]);
    if (!row) throw new Error(`There is no service ${serviceId}`);
    return row;
  }
}
